package figure

// captionWords are the captions, and what alternative texts add to them.
func captionWords() []Word {
	return []Word{
		{"caption.general", "Measured false-positive rates against those of theory. Bars are 99 % intervals, the shaded band is the tolerance.",
			"Tỉ lệ dương tính giả đo được so với lý thuyết. Thanh dọc là khoảng tin cậy 99 %, dải xám là dung sai."},
		{"caption.k-sweep", "False-positive rate over the number of probes k, at 10 bits per key. Line: theory; points: measured; below, by how much they differ, with 99 % intervals and the tolerance shaded.",
			"Tỉ lệ dương tính giả theo số hàm băm k, với 10 bit trên mỗi khóa. Đường: lý thuyết; điểm: đo được; bên dưới là chênh lệch với khoảng tin cậy 99 % và dung sai tô xám."},
		{"alt.verdicts", "%d cells are drawn: %d agree with theory, %d deviate, %d are undecided.",
			"Hình có %d ô đo: %d ô khớp lý thuyết, %d ô lệch, %d ô chưa kết luận được."},
	}
}
