import { describe, expect, it } from 'vitest'
import { LARGEST_UPLOAD } from '#domain/upload-kinds'
import { extensionsOf, oneOf, refusalOf } from './file-answers.ts'

const aFile = (name: string, type: string) => new File(['content'], name, { type })

describe('files that are picked', () => {
  it('a picked file of a kind that is accepted is taken', () => {
    expect(refusalOf(aFile('plan.pdf', 'application/pdf'), ['pdf', 'xlsx', 'zip'])).toBeNull()
  })

  it.each([
    ['setup.exe', 'application/x-msdownload', 'a Windows program'],
    ['disk.dmg', 'application/x-apple-diskimage', 'a macOS disk image'],
    ['plan.pdf', '', 'its type is not known'],
    ['letter.docx', '', 'documents come as PDF here. Save it as PDF, and choose that'],
    ['photo.png', 'image/png', 'The content of the file is not of an accepted type: PDF, Excel (xlsx), zip'],
  ])('whoever picks %s of type "%s" is told why it is not taken', (name, type, why) => {
    expect(refusalOf(aFile(name, type), ['pdf', 'xlsx', 'zip'])).toContain(why)
  })

  it('a picked file that is empty or too large is not sent at all', () => {
    const pdf = (...content: string[]) => new File(content, 'plan.pdf', { type: 'application/pdf' })
    expect(refusalOf(pdf(), ['pdf'])).toBe('plan.pdf was not taken: it is empty')
    const large = 'x'.repeat(LARGEST_UPLOAD)
    expect(refusalOf(pdf(large), ['pdf'])).toBeNull()
    expect(refusalOf(pdf(large, 'x'), ['pdf'])).toBe(
      'plan.pdf was not taken: it is larger than 25 Mb. Send it in parts, or with smaller pictures',
    )
  })

  it('of several files that are dropped none is taken where one is asked for', () => {
    const plan = aFile('plan.pdf', 'application/pdf')
    expect(oneOf([plan, plan], ['pdf'])).toBe('None of the 2 files was taken: one is asked for here')
    expect(oneOf([plan], ['pdf'])).toBe(plan)
    expect(oneOf([aFile('a.exe', '')], ['pdf'])).toContain('a Windows program')
    expect(oneOf([], ['pdf'])).toBeUndefined()
  })

  it('both types of a zip file are known by the same ending', () => {
    expect(extensionsOf(['pdf', 'zip', 'winZip'])).toEqual(['pdf', 'zip'])
  })
})
