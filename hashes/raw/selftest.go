package raw

import (
	"encoding/hex"
	"fmt"
)

// known holds one answer of each function's reference implementation, from the
// golden file: the message of 65 bytes whose byte i is 7i+65, under seed and the
// key bytes 0, 1, 2, ...
var known = [...]struct {
	name string
	seed uint64
	key  int // bytes
	want string
}{
	{"murmur3_x86_32", 0xffffffff, 0, "59a1c4a1"},
	{"murmur3_x64_128", 0x9747b28c, 0, "0475bc54cedc39a050f0cffe80b39c34"},
	{"murmur3_x86_128", 0x9747b28c, 0, "a82dc666da8a3a1f8931714e42352e91"},
	{"murmur2_32", 0x9747b28c, 0, "0db3355d"},
	{"murmur2_64a", 0x1234567890abcdef, 0, "d6589cef3ad46e23"},
	{"xxh32", 0x9747b28c, 0, "f936915c"},
	{"xxh64", 0x9e3779b185ebca8d, 0, "4b61cc777fde40f5"},
	{"xxh3_64", 0x9e3779b185ebca8d, 0, "7dbe907650d5436a"},
	{"xxh3_128", 0x9e3779b185ebca8d, 0, "866a5b36c060e4ebd8f313ee47bb1b45"},
	{"farm_fingerprint64", 0, 0, "062c410b763bef3d"},
	{"farm_fingerprint32", 0, 0, "4ff4a353"},
	{"farm_fingerprint128", 0, 0, "7b85cc9e11f18a57f278a50e42e4a5e9"},
	{"highwayhash64", 0, 32, "afdd51eed5eb496c"},
	{"highwayhash128", 0, 32, "f40f0b9262d0a08682b4b3274ff5103d"},
	{"highwayhash256", 0, 32, "c78aade26920f023a985b296e85a994e22a0d4efb6bcb2236cc5bf881be3d79a"},
	{"siphash24_64", 0, 16, "7e2adcf91a50e136"},
	{"siphash24_128", 0, 16, "063678e5d6b6622229644b61e8ebbd7b"},
	{"leveldb_hash", 0xbc9f1d34, 0, "5de52efe"},
	{"rocksdb_hash32", 0xbc9f1d34, 0, "5de52efe"},
	{"rocksdb_xxph3_64", 0, 0, "489fa74a78d8c404"},
	{"fnv1_64", 0, 0, "a70b344c4da50d5e"},
	{"fnv1a_32", 0, 0, "d279ad8c"},
	{"fnv1a_64", 0, 0, "cff0b1a34afd86ac"},
	{"fnv1a_128", 0, 0, "bdad7410660784f0085077a5629a49c4"},
	{"sha1", 0, 0, "d7f8931010f8342a97383e1410a58c47d057708b"},
	{"sha256", 0, 0, "d85c007c6eb440f085afa2b84f6f2bce4658b240e9f62cb1364bf0485a57e720"},
}

// SelfTest computes one known answer of every function and reports the first
// that differs. It takes microseconds: run it where a wrong hash (a broken
// assembly path, a changed module) would make a wrong figure.
func SelfTest() error { return selfTest(Functions()) }

func selfTest(functions []Function) error {
	message, key := make([]byte, 65), make([]byte, 32)
	for i := range message {
		message[i] = byte(7*i + 65)
	}
	for i := range key {
		key[i] = byte(i)
	}
	byName := map[string]Function{}
	for _, f := range functions {
		byName[f.Name] = f
	}
	for _, k := range known {
		f, ok := byName[k.name]
		if !ok {
			return fmt.Errorf("self-test: no hash function %s", k.name)
		}
		got, err := f.Sum(message, k.seed, key[:k.key])
		if err != nil {
			return fmt.Errorf("self-test: %w", err)
		}
		if hex.EncodeToString(got) != k.want {
			return fmt.Errorf("self-test: %s of 65 bytes under seed %d is %x, not %s", k.name, k.seed, got, k.want)
		}
	}
	return nil
}
