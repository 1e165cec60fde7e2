import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_UPLOAD_BYTES } from '#domain/text/upload-kinds'
import { startWorld, type World } from './world.ts'
import { createZip } from './zip-of.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const send = async (who: string, path: string, field: string, name: string, content: Buffer) => {
  const boundary = 'the-boundary-of-parts'
  const part = (head: string, body: Buffer | string) => [`--${boundary}\r\n${head}\r\n\r\n`, body, '\r\n']
  const payload = Buffer.concat(
    [
      ...part('content-disposition: form-data; name="submission"', JSON.stringify({ values: {} })),
      ...part(
        `content-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: application/octet-stream`,
        content,
      ),
      `--${boundary}--\r\n`,
    ].map(piece => Buffer.from(piece)),
  )
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  const answer = await world.ask(who, path, { method: 'POST', headers, payload })
  return { status: answer.statusCode, body: answer.json<{ error?: string }>() }
}
const land = (name: string, content: Buffer) =>
  send('eve', '/api/project/moss/action/SetLandholderInfo', 'landholderInfo', name, content)
const list = (name: string, content: Buffer) =>
  send('olga', '/api/round/draft/action/ImportData', 'suppliers', name, content)
const boundary = (name: string, content: Buffer) =>
  send('eve', '/api/project/moss/action/SetBoundary', 'boundaryFile', name, content)
const kept = () => readdirSync(join(world.config.dataDir, 'files'), { recursive: true }).length
const documents = async () => (await world.store.read.list('filedDocument', {})).length

const text = (content: string) => Buffer.from(content)
const bytes = (...content: number[]) => Buffer.from([...content, ...Buffer.alloc(300)])
const pdf = (inside: string, after = '') => text(`%PDF-1.7\n1 0 obj\n<<${inside}>>\nendobj\n%%EOF\n${after}`)
const packedPdf = (inside: string) => {
  const packed = deflateSync(inside)
  const head = `%PDF-1.7\n5 0 obj\n<</Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${packed.length}>>\nstream\n`
  return Buffer.concat([text(head), packed, text('\nendstream\nendobj\n%%EOF\n')])
}
const sheet = (...files: { name: string; content: string }[]) =>
  createZip([
    {
      name: '[Content_Types].xml',
      content: `<Types><Override ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    },
    { name: 'xl/workbook.xml', content: '<workbook/>' },
    ...files,
  ])
const one = (name: string, content: string | Buffer = 'x') => createZip([{ name, content }])
const zeros = Buffer.alloc(12 * 1024 * 1024)
const EICAR = String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*`
const inner = one('inner.txt')

const BAD: [string, () => Buffer, RegExp][] = [
  ['nothing at all', () => Buffer.alloc(0), /empty/],
  ['EICAR as it is', () => text(EICAR), /virus/],
  ['EICAR in a PDF', () => pdf('', EICAR), /virus/],
  ['EICAR in an archive', () => createZip([{ name: 'a.txt', content: EICAR, isDeflated: true }]), /virus/],
  [
    'a PDF with a script',
    () => pdf('/OpenAction << /S /JavaScript /JS (app.alert(1)) >>'),
    /contains a script/,
  ],
  ['a PDF with a script in disguise', () => pdf('/OpenAction << /S /J#61vaScript >>'), /contains a script/],
  [
    'a PDF with a script packed away',
    () => packedPdf('1 0 << /S /JavaScript /JS (x) >>'),
    /contains a script/,
  ],
  ['a PDF that starts a program', () => pdf('/S /Launch /F (calc.exe)'), /contains a script/],
  ['a PDF with a file in it', () => pdf('/Names << /EmbeddedFiles 2 0 R >>'), /contains other files/],
  ['a PDF with a film in it', () => pdf('/Subtype /RichMedia'), /contains other files/],
  ['a PDF with a file packed away', () => packedPdf('1 0 << /Type /EmbeddedFile >>'), /contains other files/],
  [
    'a PDF whose packed objects cannot be read',
    () => text('%PDF-1.7\n<</Type /ObjStm>>\nstream\nnonsense\nendstream'),
    /broken/,
  ],
  ['a locked PDF', () => pdf('/Encrypt 5 0 R'), /password/],
  [
    'a PDF that does not begin as one',
    () => text(`some words\n${pdf('').toString()}`),
    /type of file is not accepted/,
  ],
  ['a PDF that is an archive too', () => Buffer.concat([pdf(''), inner]), /two types/],
  [
    'an archive with something before it',
    () => Buffer.concat([inner.subarray(0, 4), text('junk'), inner]),
    /two types|broken/,
  ],
  ['an archive with something after it', () => Buffer.concat([inner, text('<script>')]), /broken/],
  ['a workbook with macros', () => sheet({ name: 'xl/vbaProject.bin', content: 'x' }), /macros/],
  [
    'a workbook of the kind with macros',
    () =>
      createZip([
        {
          name: '[Content_Types].xml',
          content:
            '<Types><Override ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></Types>',
        },
        { name: 'xl/workbook.xml', content: '<workbook/>' },
        { name: 'xl/vbaProject.bin', content: 'x' },
      ]),
    /macros|type of file is not accepted/,
  ],
  [
    'a workbook that reads other files',
    () =>
      sheet({
        name: 'xl/sharedStrings.xml',
        content: '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>',
      }),
    /outside it/,
  ],
  [
    'a workbook with a file in it',
    () => sheet({ name: 'xl/embeddings/oleObject1.bin', content: 'x' }),
    /other files/,
  ],
  [
    'a workbook that leads elsewhere',
    () => sheet({ name: 'xl/externalLinks/externalLink1.xml', content: '<x/>' }),
    /other files/,
  ],
  [
    'a workbook locked with a password',
    () => bytes(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1),
    /type of file is not accepted/,
  ],
  [
    'a bomb by its own word',
    () => createZip([{ name: 'a', content: 'x', claims: 190 * 1024 * 1024 }]),
    /suspiciously tight/,
  ],
  [
    'a bomb for real',
    () => createZip([{ name: 'a', content: zeros, isDeflated: true }]),
    /suspiciously tight/,
  ],
  [
    'a bomb that lies about its size',
    () => createZip([{ name: 'a', content: zeros, isDeflated: true, claims: 100 }]),
    /broken/,
  ],
  [
    'a huge archive',
    () => createZip([{ name: 'a', content: 'x', claims: 0xf0000000 }]),
    /too large when unpacked/,
  ],
  ['an archive in an archive', () => one('inner.zip', inner), /another archive/],
  ['an archive in disguise in an archive', () => one('plan.txt', inner), /another archive/],
  ['a gzip in an archive', () => one('plan.txt', Buffer.from([0x1f, 0x8b, 0x08, 0])), /another archive/],
  [
    'overlapping files',
    () => {
      const zip = createZip([
        { name: 'a', content: 'x' },
        { name: 'b', content: 'y' },
      ])
      zip.writeUInt32LE(0, zip.lastIndexOf('PK\u0001\u0002') + 42)
      return zip
    },
    /broken/,
  ],
  ['a name that leaves its folder', () => one('../../etc/cron.d/evil'), /outside it/],
  ['a name from the root', () => one('/etc/passwd'), /outside it/],
  ['a name for Windows', () => one('..\\..\\windows\\evil'), /outside it/],
  ['a name with a drive', () => one('C:evil'), /outside it/],
  ['a link', () => createZip([{ name: 'link', content: '/etc/passwd', isLink: true }]), /links/],
  ['a locked archive', () => createZip([{ name: 'a', content: 'x', isLocked: true }]), /password/],
  [
    'too many files',
    () => createZip(Array.from({ length: 1001 }, (_, at) => ({ name: `${at}`, content: '' }))),
    /more than 1000/,
  ],
  ['a program in an archive', () => one('setup.exe'), /a program/],
  [
    'a program in disguise in an archive',
    () => one('plan.pdf', Buffer.from([0x7f, 0x45, 0x4c, 0x46])),
    /a program/,
  ],
  ['half an archive', () => inner.subarray(0, 30), /broken/],
  ['a Windows program', () => bytes(0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0), /type of file is not accepted/],
  ['a Linux program', () => bytes(0x7f, 0x45, 0x4c, 0x46, 2, 1, 1), /type of file is not accepted/],
  ['a page', () => text('<!doctype html><script>alert(1)</script>'), /type of file is not accepted/],
  [
    'a picture with a script',
    () => text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    /type of file is not accepted/,
  ],
  ['a photograph', () => bytes(0xff, 0xd8, 0xff, 0xe0), /type of file is not accepted/],
  ['a gzip', () => bytes(0x1f, 0x8b, 0x08), /type of file is not accepted/],
  [
    'another packer’s archive',
    () => bytes(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c),
    /type of file is not accepted/,
  ],
  ['a script of the shell', () => text('#!/bin/sh\nrm -rf /\n'), /type of file is not accepted/],
  ['a letter in rich text', () => text(String.raw`{\rtf1\ansi evil}`), /type of file is not accepted/],
  ['plain words', () => text('just words'), /type of file is not accepted/],
]

describe('a bad upload is refused with a reason, and nothing is stored', () => {
  it.each(BAD)(
    'an upload of %s is refused with a reason, and nothing is stored',
    async (what, content, why) => {
      const before = [kept(), await documents()]
      const bad = content()
      for (const name of ['plan.pdf', 'plan.xlsx', 'plan.zip']) {
        const answer = await land(name, bad)
        expect([what, answer.status, answer.body.error]).toEqual([what, 415, expect.stringMatching(why)])
      }
      expect([kept(), await documents()]).toEqual(before)
    },
  )

  it.each<[string, () => Buffer, RegExp]>([
    ['a PDF', () => pdf(''), /one of these types: CSV/],
    ['a page', () => text('<table><tr><td>csvId'), /one of these types: CSV/],
    ['a script', () => text('#!/bin/sh\n'), /one of these types: CSV/],
    ['binary', () => Buffer.from([0x61, 0x2c, 0x00, 0x62]), /one of these types: CSV/],
    ['another encoding', () => Buffer.from('csvId,name\nA,Caf\u00e9', 'latin1'), /UTF-8/],
    ['a virus', () => text(`csvId,name\n${EICAR},x`), /virus/],
  ])('an upload of %s is refused where a list is expected', async (what, content, why) => {
    const answer = await list('list.csv', content())
    expect([what, answer.status, answer.body.error]).toEqual([what, 415, expect.stringMatching(why)])
  })

  it.each<[string, () => Buffer, RegExp]>([
    ['a bomb', () => createZip([{ name: 'a.shp', content: zeros, isDeflated: true }]), /suspiciously tight/],
    ['a name that leaves its folder', () => one('../land.shp'), /outside it/],
    ['a program in an archive', () => one('land.exe'), /a program/],
    ['a virus in GeoJSON', () => text(`{"type":"Point","name":${JSON.stringify(EICAR)}}`), /virus/],
    ['a page', () => text('<html><script>alert(1)</script></html>'), /one of these types: GeoJSON, KML/],
    ['rich text', () => text(String.raw`{\rtf1\ansi evil}`), /type of file is not accepted/],
    ['a PDF', () => pdf(''), /type of file is not accepted/],
    ['a list', () => text('a,b\n1,2\n'), /type of file is not accepted/],
    ['binary', () => Buffer.from([0x7b, 0xff, 0xfe, 0x00]), /type of file is not accepted/],
  ])('an upload of %s is refused where a boundary is expected', async (what, content, why) => {
    const answer = await boundary('land.geojson', content())
    expect([what, answer.status, answer.body.error]).toEqual([what, 415, expect.stringMatching(why)])
  })

  it('an upload of more than 25 Mb is refused, whatever its size', async () => {
    const content = Buffer.concat([text('%PDF-1.7\n'), Buffer.alloc(MAX_UPLOAD_BYTES + 5 * 1024 * 1024)])
    expect(await land('plan.pdf', content)).toEqual({
      status: 413,
      body: { error: 'The file is larger than 25 Mb' },
    })
  })
})

it.each([
  ['../../../../etc/passwd.pdf', 'passwd.pdf'],
  ['..\\\\..\\\\plan.pdf', 'plan.pdf'],
  ['plan\u202Efdp.exe', 'planfdp.exe'],
  ['plan.pdf.exe', 'plan.pdf.exe'],
  ['CON', 'CON'],
  ['.htaccess', 'htaccess'],
])('an upload called %s is stored under the hash of its content and shown as %s', async (name, shown) => {
  const answer = await land(name, pdf(`/Name (${shown})`))
  expect(answer.status).toBe(200)
  const [document] = (
    await world.store.read.list('filedDocument', { ownerId: 'moss', replacedById: null })
  ).slice(-1)
  expect(document?.name).toBe(shown)
  const download = await world.ask('eve', `/api/file/${document?.id}`)
  expect(download.headers).toMatchObject({
    'content-disposition': expect.stringMatching(/^attachment; /),
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
    'content-type': 'application/pdf',
  })
  expect(readdirSync(join(world.config.dataDir, 'files', document?.sha256.slice(0, 2) ?? ''))).toContain(
    document?.sha256,
  )
})

it('a workbook that we export can be uploaded again', async () => {
  const { rawPayload } = await world.ask('olga', '/api/projects?format=xlsx')
  expect((await land('projects.xlsx', rawPayload)).status).toBe(200)
})
