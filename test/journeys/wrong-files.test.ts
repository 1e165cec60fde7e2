import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { demonstrationDocumentFor } from '#server/demonstration/documents'
import { MAX_UPLOAD_BYTES } from '#domain/text/upload-kinds'
import { type Subject, type Upload, world, type World } from '../builders/world.ts'
import { createZip } from '../http/zip-of.ts'

let market: World
beforeAll(async () => {
  market = await world({ works: false })
})
afterAll(() => market.close())

const draft: Subject = { kind: 'project', id: 'P122' }
const kept = () => readdirSync(join(market.dataDir, 'files'), { recursive: true }).length
const documents = async () => (await market.store.read.list('filedDocument', {})).length
const send = (landholderInfo: Upload) =>
  market.as('umbershaw.su14').tries('SetLandholderInfo', draft, {}, { landholderInfo })

const page = '<!doctype html><script>alert(1)</script>'
it.each<[string, string | Buffer, number, RegExp]>([
  [
    'plan.pdf',
    Buffer.from('MZ\u0090\u0000\u0003\u0000\u0000\u0000', 'latin1'),
    415,
    /one of these types: PDF/,
  ],
  ['plan.pdf', page, 415, /type of file is not accepted/],
  ['plan.pdf', `%PDF-1.7\n<< /OpenAction << /S /JavaScript /JS (x) >> >>\n%%EOF`, 415, /contains a script/],
  [
    'plan.xlsx',
    createZip([{ name: 'a', content: 'x', claims: 190 * 1024 * 1024 }]),
    415,
    /suspiciously tight/,
  ],
  ['plan.zip', createZip([{ name: '../../evil', content: 'x' }]), 415, /files outside it/],
  ['empty.pdf', '', 415, /empty/],
  [
    'huge.pdf',
    Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(MAX_UPLOAD_BYTES)]),
    413,
    /larger than 25 Mb/,
  ],
])(
  'a file %s with the wrong content is refused with a sentence, and nothing is stored (%#)',
  async (name, content, status, why) => {
    const before = {
      kept: kept(),
      documents: await documents(),
      project: await market.store.read.one('project', 'P122'),
    }
    const answer = await send({ name, content })
    expect([answer.status, answer.body]).toEqual([status, { error: expect.stringMatching(why) }])
    expect({
      kept: kept(),
      documents: await documents(),
      project: await market.store.read.one('project', 'P122'),
    }).toEqual(before)
  },
)

it('an unexpected file, or one without its submission, is refused', async () => {
  const { bytes } = demonstrationDocumentFor('landholderInfo')
  const uploads = { somethingElse: { name: 'a.pdf', content: bytes } }
  expect(await market.as('umbershaw.su14').tries('SetLandholderInfo', draft, {}, uploads)).toMatchObject({
    status: 400,
  })
  const body = new FormData()
  body.append('landholderInfo', new Blob([Buffer.from(bytes)]), 'a.pdf')
  const path = '/api/project/P122/action/SetLandholderInfo'
  expect(await market.as('umbershaw.su14').send(path, { method: 'POST', body })).toMatchObject({
    status: 400,
  })
})

it('a document is filed under its field, for readers of its subject only', async () => {
  const { bytes } = demonstrationDocumentFor('landholderInfo')
  expect((await send({ name: '../../plan\u202E.pdf', content: bytes })).status).toBe(200)
  const owner = market.as('umbershaw.su14')
  const { items } = await owner.get<{ items: { id: string; name: string }[] }>(
    '/api/files?ownerType=project&ownerId=P122',
  )
  expect(items.map(({ name }) => name)).toEqual(['plan.pdf'])
  const path = `/api/file/${items[0]?.id}`
  const download = await owner.send(path)
  expect(download.status).toBe(200)
  expect(download.headers.get('content-disposition')).toMatch(/^attachment; filename="plan.pdf"/)
  expect(download.headers.get('content-security-policy')).toMatch(/sandbox/)
  expect((await market.as('harestow.su17').send(path)).status).toBe(404)
})

it('another person’s upload cannot be used as one’s own', async () => {
  const [theirs] = await market.store.read.list('filedDocument', { ownerKind: 'project', ownerId: 'P101' })
  const answer = await market
    .as('umbershaw.su14')
    .tries('SetLandholderInfo', draft, { landholderInfo: { id: theirs?.id, name: 'mine.pdf' } })
  expect(answer).toMatchObject({
    status: 422,
    body: [{ field: 'landholderInfo', message: 'Choose the file again' }],
  })
})
