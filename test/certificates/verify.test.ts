import { execFileSync, spawnSync } from 'node:child_process'
import { createPublicKey, verify } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CertificatePaper } from '#domain/certificate-paper'
import { linesOf } from '#domain/certificate-paper'
import { certifyWhatIsLeft } from '#server/tasks/certify-what-is-left'
import { runJobs } from '#server/tasks/schedule'
import { partsIn, readPdf } from '../builders/pdf.ts'
import { signLog } from '../builders/sign-log.ts'
import { SEAL } from '../builders/seal.ts'
import { type ContractedWorld, contractedWorld } from '../ledger/contracted.ts'
import { changedAt, hashOf, multipart } from './sent-files.ts'

let world: ContractedWorld
beforeAll(async () => {
  world = await contractedWorld()
})
afterAll(() => world.close())

const certificatesOf = async (subjectKind: 'project' | 'requirement', subjectId: string) =>
  world.store.read.list('certificate', { subjectKind, subjectId })

const told = async (subjectId: string, kind: 'project' | 'requirement' = 'requirement') =>
  (await certificatesOf(kind, subjectId)).map(one => `${one.kind} ${one.state}`)

const last = async (subjectId: string) => {
  const found = (await certificatesOf('requirement', subjectId)).findLast(({ kind }) => kind !== 'schedule')
  if (!found) throw new Error(`Nothing is certified of ${subjectId}`)
  return found
}

/** What anybody is answered, without an account. */
const anybody = (url: string) => world.ask(null, url)

/** What is answered to a file that is sent as a browser without scripts sends it. */
const judged = async (name: string, bytes: Buffer) => {
  const sent = await world.ask(null, '/verify/file', multipart(name, bytes))
  expect(sent.statusCode).toBe(303)
  return anybody(String(sent.headers.location))
}

describe('every step of the credits makes its certificate, and ends the one before', () => {
  it('the agreement has its schedule without an upload, and is as good as one filed', async () => {
    await world.store.db
      .updateTable('filedDocument')
      .set({ tag: 'SupportingDocument' })
      .where('ownerId', 'in', ['estate-homes', 'fund'])
      .execute()
    await world.store.db.updateTable('requirement').set({ certificateDate: null }).execute()
    const allocate = () => world.does('AllocateRights', 'requirement', 'estate-homes')
    await expect(allocate()).rejects.toMatchObject({ status: 422 })
    await world.does('SetCreditSupplyAgreement', 'requirement', 'estate-homes', {})
    await expect(allocate()).rejects.toMatchObject({ status: 422 })
    await world.does('SetCreditAllocationCertificate', 'requirement', 'estate-homes', { date: '2026-01-30' })
    await allocate()
    expect(await told('estate-homes')).toEqual(['schedule Current', 'rights Current'])
  })

  it('a date that is corrected makes it anew', async () => {
    await world.does('SetCreditAllocationCertificate', 'requirement', 'estate-homes', { date: '2026-01-31' })
    expect(await told('estate-homes')).toEqual(['schedule Current', 'rights Superseded', 'rights Current'])
    expect((await last('estate-homes')).content).toContain('31 Jan 2026')
  })

  it('the deed for the land is found by its reference, and its schedule names what was sold for ever', async () => {
    const secure = (values: object) =>
      world.does('SetSection106Agreement', 'project', 'wetland', { ...values })
    await expect(secure({})).rejects.toMatchObject({ status: 422, body: [{ field: 'obligationRef' }] })
    await secure({ obligationRef: 'S106/26/00077' })
    await secure({ gainSiteRef: 'BGS-010126001' })
    expect(await told('wetland', 'project')).toEqual(['obligation Current'])
    const content = (await certificatesOf('project', 'wetland'))[0]?.content ?? ''
    const { parts, credits }: CertificatePaper = JSON.parse(content)
    expect(JSON.stringify(parts[0])).toContain('not the obligation itself')
    expect(credits.map(({ units }) => units)).toEqual([4, 3])
  })

  it('rights, issue and redemption follow each other', async () => {
    await world.verifies('wetland')
    await world.verifies('cover')
    expect(await told('wetland', 'project')).toEqual(['obligation Current', 'issue Current'])
    await world.does('IssueCredits', 'requirement', 'estate-homes')
    await world.redeems('estate-homes')
    expect(await told('estate-homes')).toEqual([
      'schedule Current',
      'rights Superseded',
      'rights Superseded',
      'issue Superseded',
      'redemption Current',
    ])
  })

  it("an investor's credits are certified as retired at once", async () => {
    await world.does('SetCreditSupplyAgreement', 'requirement', 'fund', {})
    await world.does('SetCreditAllocationCertificate', 'requirement', 'fund', { date: '2026-01-30' })
    for (const action of ['AllocateRights', 'IssueCredits']) await world.does(action, 'requirement', 'fund')
    await world.redeems('fund')
    expect((await told('fund')).at(-1)).toBe('retirement Current')
    const { content } = await last('fund')
    expect(content).toContain('Redeemed on')
    expect(content).toContain('Retired on')
  })

  it('the log vouches for it, word by word', async () => {
    const { number, sha256 } = await last('fund')
    const entries = await world.store.db
      .selectFrom('activity')
      .select('details')
      .where('subjectId', '=', 'fund')
      .where('action', '=', 'RedeemCredits')
      .execute()
    expect(entries).toHaveLength(1)
    expect(JSON.parse(String(entries[0]?.details))).toMatchObject({
      certificate: number,
      certificateSha256: sha256,
    })
  })

  it('what was certified never changes, and none is taken away', async () => {
    const { id } = await last('fund')
    const change = (set: object) =>
      world.store.db.updateTable('certificate').set(set).where('id', '=', id).execute()
    await expect(change({ content: '{}' })).rejects.toThrow(/does not change/)
    await expect(world.store.db.deleteFrom('certificate').where('id', '=', id).execute()).rejects.toThrow(
      /not taken away/,
    )
  })

  it('credits issued before there were certificates get theirs by the job, once', async () => {
    for (const action of ['AllocateRights', 'IssueCredits']) await world.does(action, 'requirement', 'sheds')
    await sql`alter table certificate disable trigger certificate_stays`.execute(world.store.db)
    await world.store.db.deleteFrom('certificate').where('subjectId', '=', 'sheds').execute()
    await sql`alter table certificate enable trigger certificate_stays`.execute(world.store.db)
    expect(await told('sheds')).toEqual([])
    const run = () => runJobs({ runtime: world.runtime, files: world.files }, [certifyWhatIsLeft])
    await run()
    await run()
    expect(await told('sheds')).toEqual(['issue Current'])
  })
})

describe('anybody may read a certificate who has its number', () => {
  it('as JSON that is what was signed, with the signature and the key', async () => {
    const { number, content, keyFingerprint } = await last('estate-homes')
    const [json, signature, key, older] = await Promise.all([
      anybody(`/certificates/${number}.json`),
      anybody(`/certificates/${number}.sig`),
      anybody('/.well-known/certificate-key.pem'),
      anybody(`/.well-known/certificate-keys/${keyFingerprint}.pem`),
    ])
    expect(json.body).toBe(content)
    expect(key.body).toBe(SEAL.publicKey)
    expect(older.body).toBe(SEAL.publicKey)
    expect(signature.rawPayload).toHaveLength(64)
    const holds = (bytes: Buffer) => verify(null, bytes, createPublicKey(key.body), signature.rawPayload)
    expect(holds(json.rawPayload)).toBe(true)
    expect(holds(changedAt(json.rawPayload, 100))).toBe(false)
    expect(content).toContain(keyFingerprint)
  })

  it('as a page and as PDF that say what the JSON says, the PDF in the same bytes each time', async () => {
    const { number, content } = await last('estate-homes')
    const paper: CertificatePaper = JSON.parse(content)
    // Pages are cached for seconds, so another is looked at before a checkpoint is signed.
    const other = (await certificatesOf('project', 'wetland')).find(({ state }) => state === 'Current')!
    expect((await anybody(`/certificates/${other.number}`)).body).toContain('current, but not proved')
    expect((await anybody(`/verify/${other.number}`)).body).toContain('<h1>This certificate is not proved')
    await signLog(world)
    const [page, pdf, again] = await Promise.all([
      anybody(`/certificates/${number}`),
      anybody(`/certificates/${number}.pdf`),
      anybody(`/certificates/${number}.pdf`),
    ])
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('This certificate holds today.')
    for (const line of linesOf(paper)) expect(page.body).toContain(line)
    const texts = partsIn(readPdf(pdf.rawPayload).root).filter(
      ({ parts, type }) => parts.length === 0 && type !== 'Figure',
    )
    expect(texts.map(({ text }) => text)).toEqual(linesOf(paper))
    expect(pdf.rawPayload.equals(again.rawPayload)).toBe(true)
  })

  it('but nobody without it', async () => {
    for (const url of ['/certificates/homes', '/certificates/11111-11111-11111-11111', '/certificates/x.pdf'])
      expect((await anybody(url)).statusCode).toBe(404)
  })
})

describe('verifying', () => {
  it('tells what a certificate certifies, its state today and its history', async () => {
    const all = await certificatesOf('requirement', 'estate-homes')
    const [current, issue] = [all.at(-1)!, all.at(-2)!]
    await signLog(world)
    const now = await anybody(`/verify/${current.number}`)
    expect(now.body).toContain('<h1>This certificate holds</h1>')
    for (const { number } of all.filter(({ kind }) => kind !== 'schedule')) expect(now.body).toContain(number)
    const before = await anybody(`/verify?number=${issue.number.toLowerCase().replaceAll('-', '+')}`)
    expect(before.body).toContain('<h1>This certificate was superseded</h1>')
    expect(before.body).toContain('The credits were redeemed')
    expect(before.body).toContain(`/verify/${current.number}`)
  })

  it('says in plain words what is no number, and which is not known', async () => {
    const { number } = await last('fund')
    const wrong = number.startsWith('A') ? number.replace('A', 'B') : number.replace(/^./, 'A')
    expect((await anybody(`/verify/${wrong}`)).body).toContain('is not the number of a certificate')
    const unknown = await anybody('/verify/11111-11111-11111-11111')
    expect(unknown.body).toContain('made no certificate of this number')
  })

  it('knows the files that were handed out, and finds one changed byte', async () => {
    const { number } = await last('estate-homes')
    for (const form of ['json', 'pdf']) {
      const { rawPayload: bytes } = await anybody(`/certificates/${number}.${form}`)
      expect((await judged(`c.${form}`, bytes)).body).toContain('byte for byte')
      const { body } = await judged(`c.${form}`, changedAt(bytes, bytes.length - 30))
      expect(body).toContain('<h1>This file has been changed</h1>')
      expect(body).toContain(number)
      // A browser sends no more than the hash and the number.
      const asked = await anybody(`/verify/file?sha256=${hashOf(bytes)}`)
      expect(asked.body).toContain('byte for byte')
    }
  })

  it('refuses what is no certificate, what is too large, and what is nothing', async () => {
    expect((await judged('a.pdf', Buffer.from('%PDF-1.7 of somebody else'))).body).toContain('not known here')
    expect((await judged('a.pdf', Buffer.alloc(3 * 1024 * 1024))).body).toContain('larger than 2 MB')
    expect((await judged('a.pdf', Buffer.alloc(0))).body).toContain('No file was chosen')
  })

  it('says so of a certificate that was revoked, which the next step does not bring back', async () => {
    const { id, number } = await last('sheds')
    await world.does('RevokeCertificate', 'requirement', 'sheds', {
      certificate: id,
      reason: 'Issued by mistake',
    })
    const { body } = await anybody(`/verify/${number}`)
    expect(body).toContain('<h1>This certificate was revoked</h1>')
    expect(body).toContain('Issued by mistake')
    await world.does('RedeemCredits', 'requirement', 'sheds', {})
    expect(await told('sheds')).toEqual(['issue Revoked', 'notice Current', 'redemption Current'])
  })

  it('has the notice of a redemption for which none was uploaded, in the name of whoever gave it', async () => {
    const notice = (await certificatesOf('requirement', 'sheds')).find(({ kind }) => kind === 'notice')
    const { body } = await anybody(`/certificates/${notice?.number ?? ''}`)
    expect(body).toContain('<h1>Notice of redemption</h1>')
    expect(body).toMatch(/gives notice for .* that the credits below are used for sheds/)
    expect((await told('estate-homes')).join()).not.toContain('notice')
  })

  it('says so of a certificate that was replaced, and of why', async () => {
    const { id, number } = await last('sheds')
    await world.does('ReplaceCertificate', 'requirement', 'sheds', {
      certificate: id,
      reason: 'The name of the holder was corrected',
    })
    const { body } = await anybody(`/verify/${number}`)
    expect(body).toContain('The name of the holder was corrected')
    expect(body).toContain((await last('sheds')).number)
  })
})

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

it.skipIf(!hasOpenssl)('the offline check of the guide works, and finds one changed byte', async () => {
  const { number } = await last('estate-homes')
  const folder = mkdtempSync(join(tmpdir(), 'credit-market-certificate-'))
  const keep = async (name: string, url: string) => {
    const { rawPayload } = await anybody(url)
    writeFileSync(join(folder, name), rawPayload)
    return rawPayload
  }
  const openssl = (...words: string[]) => spawnSync('openssl', words, { cwd: folder, encoding: 'utf8' })
  try {
    const json = await keep('certificate.json', `/certificates/${number}.json`)
    await keep('certificate.sig', `/certificates/${number}.sig`)
    await keep('certificate-key.pem', '/.well-known/certificate-key.pem')
    const check = () =>
      openssl(
        ...['pkeyutl', '-verify', '-pubin', '-inkey', 'certificate-key.pem', '-rawin'],
        ...['-in', 'certificate.json', '-sigfile', 'certificate.sig'],
      )
    expect(check()).toMatchObject({ status: 0, stdout: expect.stringContaining('Verified Successfully') })
    const der = execFileSync('openssl', ['pkey', '-pubin', '-in', 'certificate-key.pem', '-outform', 'DER'], {
      cwd: folder,
    })
    expect(hashOf(der)).toBe(SEAL.fingerprint)
    writeFileSync(join(folder, 'certificate.json'), changedAt(json, 200))
    expect(check().status).not.toBe(0)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
