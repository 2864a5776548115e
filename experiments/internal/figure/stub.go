package figure

func sizing(cells []Cell, word Translator) *chart         { return nil }
func overfill(cells []Cell, word Translator) *chart       { return nil }
func schemes(cells []Cell, word Translator) *chart        { return nil }
func blockedPenalty(cells []Cell, word Translator) *chart { return nil }
func cuckooLoad(cells []Cell, word Translator) *chart     { return nil }
func scalableGrowth(cells []Cell, word Translator) *chart { return nil }
func counting(cells []Cell, word Translator) *chart       { return nil }
func keyKinds(cells []Cell, word Translator) *chart       { return nil }
func tiny(cells []Cell, word Translator) *chart           { return nil }
func kinds(cells []Cell, word Translator) *chart          { return nil }
