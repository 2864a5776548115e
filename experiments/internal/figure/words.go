package figure

// Translator returns the words of a key in the reader's language.
type Translator func(key string) string

// Word is an entry of the catalogue of what figures say. Identifiers (schemes,
// variants, parameters) are the same in every language and stand in none.
type Word struct{ Key, English, Vietnamese string }

// In returns the Translator of a language, en or vi, over Words, nil for any other.
func In(language string) Translator {
	pick := func(w Word) string { return w.English }
	switch language {
	case "en":
	case "vi":
		pick = func(w Word) string { return w.Vietnamese }
	default:
		return nil
	}
	texts := map[string]string{}
	for _, w := range Words() {
		texts[w.Key] = pick(w)
	}
	return func(key string) string { return texts[key] }
}

// Words returns all that figures say, in both languages.
func Words() []Word {
	return append(axisWords(), captionWords()...)
}

func axisWords() []Word {
	return []Word{
		{"axis.fpr", "False-positive rate", "Tỉ lệ dương tính giả"},
		{"axis.deviation", "Measured − theory, in % of theory (grey: tolerance)", "Đo được − lí thuyết, theo % lí thuyết (nền xám: dung sai)"},
		{"axis.k", "Probes per key, k", "Số hàm băm, k"},
		{"axis.bits_per_key", "Bits per key", "Số bit trên mỗi khóa"},
		{"axis.load", "Load: keys inserted / keys sized for", "Mức tải: số khóa đã thêm / số khóa thiết kế"},
		{"axis.theory", "Rate by theory", "Tỉ lệ theo lí thuyết"},
		{"axis.bits", "Bits in the filter, m", "Số bit của bộ lọc, m"},
		{"axis.surplus", "Surplus over independent probes, %% (%s bits per key, k = %d)", "Phần trội so với phép dò độc lập, %% (%s bit mỗi khóa, k = %d)"},
		{"axis.block", "Block size in bits", "Kích thước khối, bit"},
		{"axis.times_classic", "Rate over that of a classic filter of equal size", "Tỉ lệ so với bộ lọc Bloom cổ điển cùng cỡ"},
		{"axis.bucket", "Entries per bucket, b", "Số chỗ trong mỗi ngăn, b"},
		{"axis.load_reached", "Load when the first key is refused, %", "Mức tải khi khóa đầu tiên bị từ chối, %"},
		{"axis.growth", "Keys held / keys of the first stage", "Số khóa đang chứa / số khóa của tầng đầu"},
		{"axis.held", "Bits per key held", "Số bit trên mỗi khóa đang chứa"},
		{"axis.churn", "Keys added and removed again, in multiples of n", "Số khóa thêm rồi xóa, tính theo bội của n"},
		{"axis.times_theory", "Measured rate / theory", "Tỉ lệ đo được / lí thuyết"},
		{"axis.times_textbook", "Rate over that of the textbook formula", "Tỉ lệ so với công thức quen thuộc"},
		{"axis.keys_of", "Keys in a filter of %d bits with k = %d", "Số khóa trong bộ lọc %d bit với k = %d"},
		{"key.theory", "theory", "lí thuyết"},
		{"label.promised", "promised: %s", "cam kết: %s"},
		{"key.familiar", "textbook formula", "công thức quen thuộc"},
		{"key.independent", "independent", "độc lập"},
		{"label.best", "best: k = %d", "tốt nhất: k = %d"},
		{"label.width", "%s bits", "%s bit"},
		{"label.per_key", "%s bits per key", "%s bit mỗi khóa"},
		{"label.stages", "growth %s, tightening %s", "lớn gấp %s, độ siết %s"},
		{"label.fingerprint", "f = %s", "f = %s"},
	}
}
