import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SYSTEM } from '#domain/actor'
import { LARGEST_UPLOAD } from '#domain/upload-kinds'
import { plainName, receiveUpload } from '#server/files/file-store'
import { HttpError } from '#server/runner/refusals'
import { startWorld, type World } from './world.ts'
import { zipOf } from './zip-of.ts'

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
  it('an upload is kept when its content is of an accepted type', async () => {
    expect(await upload(pdf(), ANY)).toEqual([200, 'application/pdf'])
    expect(await upload(Buffer.from('name,units\nSedge,£2\n'), ['csv'])).toEqual([200, 'text/csv'])
    expect(await upload(zipOf([{ name: 'a.txt', content: 'hello' }]), ['winZip'])).toEqual([
      200,
      'application/zip',
    ])
  })

  it('an upload of no accepted type is refused with a reason, whatever its name says', async () => {
    const cases: [string, Buffer, string[], string][] = [
      ['nothing', Buffer.alloc(0), ANY, 'The file is empty'],
      [
        'a PDF where none is wanted',
        pdf(),
        ['csv', 'xlsx'],
        'The content of the file is not of an accepted type: CSV, Excel (xlsx)',
      ],
      ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), ANY, 'not of an accepted type'],
      [
        'a picture',
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
        ANY,
        'not of an accepted type',
      ],
      [
        'a program',
        Buffer.from('MZ\u0090\u0000\u0003\u0000\u0000\u0000', 'latin1'),
        ANY,
        'not of an accepted type',
      ],
      ['a list that is no text', Buffer.from([0x61, 0x2c, 0x00, 0x62]), ['csv'], 'not of an accepted type'],
      ['a PDF with a script', pdf('/OpenAction << /S /JavaScript /JS (x) >>'), ANY, 'The PDF holds a script'],
      ['a PDF with a file in it', pdf('/Type /EmbeddedFile'), ANY, 'The PDF holds other files'],
      ['a locked PDF', pdf('/Encrypt 5 0 R'), ANY, 'The PDF is locked with a password'],
      ['a virus', Buffer.from('X5O!$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'), ANY, 'virus'],
      ['a broken archive', Buffer.from('PK\u0003\u0004 and no more'), ANY, 'The archive is broken'],
      [
        'a file outside',
        zipOf([{ name: '../../evil', content: 'x' }]),
        ANY,
        'The archive names files outside itself',
      ],
      [
        'a link',
        zipOf([{ name: 'link', content: '/etc/passwd', isLink: true }]),
        ANY,
        'The archive holds links',
      ],
      [
        'a locked archive',
        zipOf([{ name: 'a', content: 'x', isLocked: true }]),
        ANY,
        'The archive is locked with a password',
      ],
      [
        'a bomb',
        zipOf([{ name: 'a', content: 'x', claims: 190 * 1024 * 1024 }]),
        ANY,
        'The archive is packed suspiciously tight',
      ],
      [
        'a huge one',
        zipOf([{ name: 'a', content: 'x', claims: 0xf0000000 }]),
        ANY,
        'The archive is too large when unpacked',
      ],
      [
        'too many',
        zipOf(Array.from({ length: 1001 }, (_, at) => ({ name: `${at}`, content: '' }))),
        ANY,
        'The archive holds more than 1000 files',
      ],
    ]
    for (const [what, content, accept, why] of cases) {
      const [status, sentence] = await upload(content, accept)
      expect([what, status, sentence]).toEqual([what, 415, expect.stringContaining(why) as string])
    }
  })

  it('an upload may be 25 Mb and not a byte more', async () => {
    const large = Buffer.alloc(LARGEST_UPLOAD, 'a,')
    expect((await upload(large, ['csv']))[0]).toBe(200)
    expect(await upload(Buffer.concat([large, Buffer.from('a')]), ['csv'])).toEqual([
      413,
      'The file is larger than 25 Mb',
    ])
  })

  it('an upload bears a name without folders and without signs that hide what it is', () => {
    expect(plainName('../../etc/passwd')).toBe('passwd')
    expect(plainName('C:\\temp\\plan.pdf')).toBe('plan.pdf')
    expect(plainName('plan\u202Efdp.exe')).toBe('planfdp.exe')
    expect(plainName('..')).toBe('file')
    expect(plainName('\u0000')).toBe('file')
  })
})
