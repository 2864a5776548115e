package save

import (
	"encoding/binary"
	"hash/crc64"
	"reflect"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

var scheme = hashes.Scheme{Function: hashes.XXH3, Probing: hashes.Double}

func header() Header {
	return Header{
		Variant: "classic", Scheme: "xxh3+double", Params: variants.Params{"reduce": "mod", "b": "4"},
		Capacity: 10, Bits: 100, K: 3, Seed: 1<<64 - 1, Extra: []uint64{7, 1 << 63},
	}
}

func TestRoundTrip(t *testing.T) {
	for _, payload := range [][]uint64{nil, {1}, {0, 1<<64 - 1, 5}} {
		data := Words(header(), payload)
		h, bytes, err := Open(data, "classic", scheme)
		if err != nil || !reflect.DeepEqual(h, header()) {
			t.Fatalf("got %+v, %v; want %+v", h, err, header())
		}
		words, err := ReadWords(bytes, uint64(len(payload)))
		if err != nil || len(words) != len(payload) {
			t.Fatalf("got %v, %v; want %v", words, err, payload)
		}
		for i := range payload {
			if words[i] != payload[i] {
				t.Errorf("word %d is %x, want %x", i, words[i], payload[i])
			}
		}
	}
	if _, bytes, err := Open(Bytes(header(), []byte("inner")), "classic", scheme); err != nil || string(bytes) != "inner" {
		t.Errorf("Bytes: got %q, %v", bytes, err)
	}
}

// TestLayout holds the format of the package comment against bytes written out
// by hand, so that saved filters stay readable.
func TestLayout(t *testing.T) {
	h := Header{Variant: "v", Scheme: "s", Params: variants.Params{"p": "1"}, Capacity: 2, Bits: 3, K: 4, Seed: 5, Extra: []uint64{6}}
	want := "filterlb" + "\x01\x00\x00\x00" + "\x01\x00v" + "\x01\x00s" + "\x03\x00p=1"
	for _, v := range "\x02\x03\x04\x05" {
		want += string(byte(v)) + "\x00\x00\x00\x00\x00\x00\x00"
	}
	want += "\x01\x00" + "\x06\x00\x00\x00\x00\x00\x00\x00" + "\x08\x00\x00\x00\x00\x00\x00\x00" + "\x09\x00\x00\x00\x00\x00\x00\x00"
	got := string(Words(h, []uint64{9}))
	if got[:len(got)-8] != want {
		t.Errorf("got  %q\nwant %q", got[:len(got)-8], want)
	}
}

// forge gives data a right checksum again.
func forge(data []byte) []byte {
	body := data[:len(data)-8]
	return binary.LittleEndian.AppendUint64(body[:len(body):len(body)], crc64.Checksum(body, crc64.MakeTable(crc64.ECMA)))
}

// TestForgedHeaders: claims with a right checksum are refused by what they claim.
func TestForgedHeaders(t *testing.T) {
	at := func(offset int, v uint64) []byte {
		data := Words(header(), []uint64{1, 2})
		binary.LittleEndian.PutUint64(data[offset:], v)
		return forge(data)
	}
	numbers := len("filterlb") + 4 + 2 + len("classic") + 2 + len("xxh3+double") + 2 + len("b=4;reduce=mod")
	extras := numbers + 4*8
	for _, c := range []struct {
		name, word string
		data       []byte
	}{
		{"k of 2^60", "k 1152921504606846976", at(numbers+16, 1<<60)},
		{"payload of 2^60 bytes", "payload claimed", at(extras+2+16, 1<<60)},
		{"65535 further numbers", "longer than the data", at(extras, 0xffff)},
		{"an older schema", "schema version 0", forge(append([]byte("filterlb\x00\x00\x00\x00"), make([]byte, 80)...))},
	} {
		if _, _, err := Open(c.data, "classic", scheme); err == nil || !strings.Contains(err.Error(), c.word) {
			t.Errorf("%s: got %v, want an error with %q", c.name, err, c.word)
		}
	}
	good := Words(header(), nil)
	if _, _, err := Open(good, "blocked", scheme); err == nil || !strings.Contains(err.Error(), "variant classic") {
		t.Errorf("another variant: got %v", err)
	}
	if _, _, err := Open(good, "classic", hashes.Scheme{Function: hashes.XXH3, Probing: hashes.Triple}); err == nil || !strings.Contains(err.Error(), "xxh3+double") {
		t.Errorf("another scheme: got %v", err)
	}
	for _, n := range []uint64{0, 1, 3, 1 << 61, 1<<61 + 2} { // the last two are 0 and 16 bytes mod 2^64
		if words, err := ReadWords(make([]byte, 16), n); err == nil {
			t.Errorf("%d words in 16 bytes: got %d words", n, len(words))
		}
	}
}

func TestUnlikeNamesTheField(t *testing.T) {
	for field, change := range map[string]func(h *Header){
		"variant": func(h *Header) { h.Variant = "x" },
		"scheme":  func(h *Header) { h.Scheme = "x" },
		"params":  func(h *Header) { h.Params = nil },
		"bits":    func(h *Header) { h.Bits++ },
		"k ":      func(h *Header) { h.K++ },
		"seed":    func(h *Header) { h.Seed++ },
	} {
		other := header()
		change(&other)
		if err := header().Unlike(other); err == nil || !strings.Contains(err.Error(), field) {
			t.Errorf("%s: got %v", field, err)
		}
	}
	same := header()
	same.Capacity, same.Extra = 99, nil
	if err := header().Unlike(same); err != nil {
		t.Errorf("capacity and further numbers may differ, got %v", err)
	}
}

// FuzzOpen: whatever the bytes, no panic; what is accepted is written back the same.
func FuzzOpen(f *testing.F) {
	f.Add(Words(header(), []uint64{1, 2, 3}))
	f.Add(Words(Header{}, nil))
	f.Add([]byte("filterlb"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, in := range [][]byte{data, forgeable(data)} {
			h, payload, err := Open(in, "classic", scheme)
			if err != nil {
				continue
			}
			if again, back, err := Open(Bytes(h, payload), "classic", scheme); err != nil || string(back) != string(payload) || !reflect.DeepEqual(h, again) {
				t.Errorf("accepted %+v, but written back: %+v, %v", h, again, err)
			}
		}
	})
}

// forgeable is data with a right checksum, where it is long enough to have one.
func forgeable(data []byte) []byte {
	if len(data) < 8 {
		return data
	}
	return forge(append([]byte(nil), data...))
}
