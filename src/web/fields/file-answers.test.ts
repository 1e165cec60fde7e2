import { describe, expect, it } from 'vitest'
import { extensionsOf, refusalOf } from './file-answers.ts'

const aFile = (name: string, type: string) => new File(['content'], name, { type })

describe('files that are picked', () => {
  it('a picked file of a kind that is accepted is taken', () => {
    expect(refusalOf(aFile('plan.pdf', 'application/pdf'), ['pdf', 'xlsx', 'zip'])).toBeNull()
  })

  it.each([
    ['setup.exe', 'application/x-msdownload', 'a Windows program'],
    ['disk.dmg', 'application/x-apple-diskimage', 'a macOS disk image'],
    ['plan.pdf', '', 'its type is not known'],
    ['photo.png', 'image/png', 'The content of the file is not of an accepted type: PDF, Excel (xlsx), zip'],
  ])('whoever picks %s of type "%s" is told why it is not taken', (name, type, why) => {
    expect(refusalOf(aFile(name, type), ['pdf', 'xlsx', 'zip'])).toContain(why)
  })

  it('both types of a zip file are known by the same ending', () => {
    expect(extensionsOf(['pdf', 'zip', 'winZip'])).toEqual(['pdf', 'zip'])
  })
})
