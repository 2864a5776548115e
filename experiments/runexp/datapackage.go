package runexp

import (
	"os"
	"path/filepath"

	"github.com/filterlab/filterlab/experiments/internal/datapackage"
	"github.com/filterlab/filterlab/experiments/internal/record"
)

// licenceFile is the data licence beside the records.
const licenceFile = "LICENSE"

// dataLicence is the notice of the data's licence; the legal text is long and
// stands where it says.
const dataLicence = `SPDX-License-Identifier: CC-BY-4.0

The files of this folder and below, the data and the pages and figures made of
it, are licensed under Creative Commons Attribution 4.0 International:

    https://creativecommons.org/licenses/by/4.0/legalcode

Use them for anything, changed or not; name their source. "runexp cite" prints
how. The program that made them has a licence of its own, LICENSE at the top.
`

// describeFolder writes what a program and a lawyer want to know of a folder of
// records: datapackage.json and the data licence.
func describeFolder(out string) error {
	resources, err := datapackage.Resources(os.DirFS(out))
	if err != nil {
		return err
	}
	data, err := datapackage.New(citedRepository, citedAuthors, resources).Encode()
	if err != nil {
		return err
	}
	if err := record.WriteFile(filepath.Join(out, licenceFile), []byte(dataLicence)); err != nil {
		return err
	}
	return record.WriteFile(filepath.Join(out, datapackage.File), data)
}
