package keys

import "encoding/binary"

// fillUUID writes 16 bytes in the layout of a random UUID (RFC 9562, version 4).
// Version and variant take 6 of the 128 bits, so the number's upper 60 bits go
// into the first half and its lower 4 into the second, which is filled up with
// mixed bits. The number can be read back, so keys are distinct.
func fillUUID(s *mixed, index uint64, count int, b *Block) {
	for data := b.fixed(16, count); len(data) >= 16; data = data[16:] {
		n := s.number(index)
		high := n>>16<<16 | 4<<12 | n>>4&0xfff
		low := 2<<62 | n&0xf<<58 | mix(n)>>6
		binary.BigEndian.PutUint64(data, high)
		binary.BigEndian.PutUint64(data[8:], low)
		index++
	}
}

// prefix is what all prefixed keys have in common: 48 bytes, longer than the
// block of most hash functions' short paths.
const prefix = "/archive/customers/europe/north/orders/2024/item"

// fillPrefixed writes the prefix and the number in 16 hex digits.
func fillPrefixed(s *mixed, index uint64, count int, b *Block) {
	const width = len(prefix) + 16
	for data := b.fixed(width, count); len(data) >= width; data = data[width:] {
		at := data[copy(data, prefix):width]
		n := s.number(index)
		for i := range at {
			at[i] = "0123456789abcdef"[n>>60]
			n <<= 4
		}
		index++
	}
}

// The words of url keys. Hosts are names reserved for examples (RFC 2606).
var (
	urlHosts = [16]string{"example.com", "www.example.com", "example.org", "www.example.org", "shop.example.com", "news.example.org", "api.example.net", "cdn.example.net",
		"blog.example.com", "docs.example.org", "static.media.example.com", "m.example.net", "forum.example.org", "mail.example.com", "accounts.example.com", "en.wiki.example.org"}
	urlSections = [16]string{"articles", "products", "users", "images", "search", "a", "archive/2023", "archive/2024",
		"category/books", "category/music", "v1/items", "v2/items", "p", "reviews", "tags", "download"}
	urlWords = [32]string{"river", "stone", "open", "garden", "light", "north", "paper", "travel", "green", "city", "house", "winter", "summer", "market", "bridge", "ocean",
		"history", "science", "music", "guide", "the", "of", "and", "best", "new", "recipe", "photo", "weather", "football", "review", "how-to", "island"}
)

// fillURL writes addresses of some 45 to 100 bytes: a host, a path of words, and
// at the end the number in 13 digits of base 32. The last 13 bytes alone tell
// two keys apart; the words before them come from a mix of the number.
func fillURL(s *mixed, index uint64, count int, b *Block) {
	b.begin(count)
	for i := range count {
		b.Data = appendURL(b.Data, s.number(index))
		b.end(i)
		index++
	}
}

func appendURL(to []byte, n uint64) []byte {
	r := mix(n)
	take := func(bits int) uint64 {
		v := r & (1<<bits - 1)
		r >>= bits
		return v
	}
	to = append(to, "https://"...)
	to = append(to, urlHosts[take(4)]...)
	to = append(to, '/')
	to = append(to, urlSections[take(4)]...)
	separator := byte('/')
	for range 1 + take(2) {
		to = append(to, separator)
		to = append(to, urlWords[take(5)]...)
		separator = '-'
	}
	to = append(to, "?id="...)
	for shift := 60; shift >= 0; shift -= 5 {
		to = append(to, "abcdefghijklmnopqrstuvwxyz234567"[n>>shift&31])
	}
	return to
}
