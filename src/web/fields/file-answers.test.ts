import { describe, expect, it } from 'vitest'
import { MAX_UPLOAD_BYTES } from '#domain/text/upload-kinds'
import { extensionsOf, pickOneFile, fileRefusal } from './file-answers.ts'

const aFile = (name: string, type: string) => new File(['content'], name, { type })

describe('picked files', () => {
  it('are accepted if their type is', () => {
    expect(fileRefusal(aFile('plan.pdf', 'application/pdf'), ['pdf', 'xlsx', 'zip'])).toBeNull()
  })

  it.each([
    ['setup.exe', 'application/x-msdownload', 'a Windows program'],
    ['disk.dmg', 'application/x-apple-diskimage', 'a macOS disk image'],
    ['plan.pdf', '', 'its type is not known'],
    ['report.docx', '', 'save it as a PDF, then choose the PDF'],
    [
      'photo.png',
      'image/png',
      'This type of file is not accepted. Choose a file of one of these types: PDF, Excel (xlsx), zip',
    ],
  ])('named %s of type "%s" are refused with a reason', (name, type, why) => {
    expect(fileRefusal(aFile(name, type), ['pdf', 'xlsx', 'zip'])).toContain(why)
  })

  it('are not sent if they are empty or too large', () => {
    const pdf = (...content: string[]) => new File(content, 'plan.pdf', { type: 'application/pdf' })
    expect(fileRefusal(pdf(), ['pdf'])).toBe('plan.pdf was not accepted: it is empty')
    const large = 'x'.repeat(MAX_UPLOAD_BYTES)
    expect(fileRefusal(pdf(large), ['pdf'])).toBeNull()
    expect(fileRefusal(pdf(large, 'x'), ['pdf'])).toBe(
      'plan.pdf was not accepted: it is larger than 25 Mb. Send it in parts, or with smaller pictures',
    )
  })

  it('are all refused when several are dropped where one is expected', () => {
    const plan = aFile('plan.pdf', 'application/pdf')
    expect(pickOneFile([plan, plan], ['pdf'])).toBe('Choose 1 file only: you chose 2')
    expect(pickOneFile([plan], ['pdf'])).toBe(plan)
    expect(pickOneFile([aFile('a.exe', '')], ['pdf'])).toContain('a Windows program')
    expect(pickOneFile([], ['pdf'])).toBeUndefined()
  })

  it('have one extension for both types of zip file', () => {
    expect(extensionsOf(['pdf', 'zip', 'winZip'])).toEqual(['pdf', 'zip'])
  })
})
