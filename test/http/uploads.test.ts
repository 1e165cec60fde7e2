import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SYSTEM } from '#domain/people/actor'
import { MAX_UPLOAD_BYTES } from '#domain/text/upload-kinds'
import { safeFileName, receiveUpload } from '#server/files/file-store'
import { HttpError } from '#server/runner/refusals'
import { startWorld, type World } from './world.ts'
import { createZip } from './zip-of.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const upload = async (content: Buffer, accept: string[]): Promise<[number, string]> => {
  try {
    const about = { name: 'a.pdf', accept, actor: { ...SYSTEM, userId: 'fay' } }
    const { id } = await receiveUpload(world.runtime, world.files, Readable.from([content]), about)
    const document = await world.store.read.one('filedDocument', id)
    return [200, document!.type]
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return [error.status, (error.body as { error: string }).error]
  }
}

const pdf = (inside = '') => Buffer.from(`%PDF-1.7\n1 0 obj\n<<${inside}>>\nendobj\n%%EOF\n`)
const ANY = ['csv', 'pdf', 'xlsx', 'zip', 'winZip']

describe('an upload', () => {
  it('is stored when its content has an accepted type', async () => {
    expect(await upload(pdf(), ANY)).toEqual([200, 'application/pdf'])
    expect(await upload(Buffer.from('name,units\nSedge,£2\n'), ['csv'])).toEqual([200, 'text/csv'])
    expect(await upload(createZip([{ name: 'a.txt', content: 'hello' }]), ['winZip'])).toEqual([
      200,
      'application/zip',
    ])
  })

  it('of another type is refused with a reason, whatever its name', async () => {
    const cases: [string, Buffer, string[], string][] = [
      ['nothing', Buffer.alloc(0), ANY, 'The file is empty'],
      [
        'a PDF where none is wanted',
        pdf(),
        ['csv', 'xlsx'],
        'This type of file is not accepted. Choose a file of one of these types: CSV, Excel (xlsx)',
      ],
      [
        'a page',
        Buffer.from('<!doctype html><script>alert(1)</script>'),
        ANY,
        'type of file is not accepted',
      ],
      [
        'a picture',
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
        ANY,
        'type of file is not accepted',
      ],
      [
        'a program',
        Buffer.from('MZ\u0090\u0000\u0003\u0000\u0000\u0000', 'latin1'),
        ANY,
        'type of file is not accepted',
      ],
      [
        'a list that is no text',
        Buffer.from([0x61, 0x2c, 0x00, 0x62]),
        ['csv'],
        'type of file is not accepted',
      ],
      [
        'a PDF with a script',
        pdf('/OpenAction << /S /JavaScript /JS (x) >>'),
        ANY,
        'The PDF contains a script',
      ],
      ['a PDF with a file in it', pdf('/Type /EmbeddedFile'), ANY, 'The PDF contains other files'],
      ['a locked PDF', pdf('/Encrypt 5 0 R'), ANY, 'The PDF is protected with a password'],
      ['a virus', Buffer.from('X5O!$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'), ANY, 'virus'],
      ['a broken archive', Buffer.from('PK\u0003\u0004 and no more'), ANY, 'The archive is broken'],
      [
        'a file outside',
        createZip([{ name: '../../evil', content: 'x' }]),
        ANY,
        'The archive refers to files outside it',
      ],
      [
        'a link',
        createZip([{ name: 'link', content: '/etc/passwd', isLink: true }]),
        ANY,
        'The archive contains links',
      ],
      [
        'a locked archive',
        createZip([{ name: 'a', content: 'x', isLocked: true }]),
        ANY,
        'The archive is protected with a password',
      ],
      [
        'a bomb',
        createZip([{ name: 'a', content: 'x', claims: 190 * 1024 * 1024 }]),
        ANY,
        'The archive is compressed suspiciously tightly',
      ],
      [
        'a huge one',
        createZip([{ name: 'a', content: 'x', claims: 0xf0000000 }]),
        ANY,
        'The archive is too large when unpacked',
      ],
      [
        'too many',
        createZip(Array.from({ length: 1001 }, (_, at) => ({ name: `${at}`, content: '' }))),
        ANY,
        'The archive contains more than 1000 files',
      ],
    ]
    for (const [what, content, accept, why] of cases) {
      const [status, sentence] = await upload(content, accept)
      expect([what, status, sentence]).toEqual([what, 415, expect.stringContaining(why) as string])
    }
  })

  it('may have 25 Mb and not a byte more', async () => {
    const large = Buffer.alloc(MAX_UPLOAD_BYTES, 'a,')
    expect((await upload(large, ['csv']))[0]).toBe(200)
    expect(await upload(Buffer.concat([large, Buffer.from('a')]), ['csv'])).toEqual([
      413,
      'The file is larger than 25 Mb',
    ])
  })

  it('has a name without folders and without characters that hide its type', () => {
    expect(safeFileName('../../etc/passwd')).toBe('passwd')
    expect(safeFileName('C:\\temp\\plan.pdf')).toBe('plan.pdf')
    expect(safeFileName('plan\u202Efdp.exe')).toBe('planfdp.exe')
    expect(safeFileName('..')).toBe('file')
    expect(safeFileName('\u0000')).toBe('file')
  })
})
