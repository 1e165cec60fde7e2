import { execFileSync, spawnSync } from 'node:child_process'
import { createPublicKey, verify } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CertificatePaper } from '#domain/credit/certificate-paper'
import { certificatePaperLines } from '#domain/credit/certificate-paper'
import { issueMissingCertificates } from '#server/jobs/certify-what-is-left'
import { runJobs } from '#server/tasks/schedule'
import { partsIn, readPdf } from '../builders/pdf.ts'
import { signLog } from '../builders/sign-log.ts'
import { SEAL } from '../builders/seal.ts'
import { type ContractedWorld, contractedWorld } from '../ledger/contracted.ts'
import { withByteChangedAt, hashOf, multipart } from './sent-files.ts'

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
  if (!found) throw new Error(`No certificate of ${subjectId}`)
  return found
}

/** A request without an account. */
const anybody = (url: string) => world.ask(null, url)

/** The answer to a file sent by a browser without scripts. */
const judged = async (name: string, bytes: Buffer) => {
  const sent = await world.ask(null, '/verify/file', multipart(name, bytes))
  expect(sent.statusCode).toBe(303)
  return anybody(String(sent.headers.location))
}

describe('every step of the credits issues a certificate that replaces the one before', () => {
  it('the agreement has a generated schedule, which counts as much as a filed one', async () => {
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

  it('a corrected date issues a new certificate', async () => {
    await world.does('SetCreditAllocationCertificate', 'requirement', 'estate-homes', { date: '2026-01-31' })
    expect(await told('estate-homes')).toEqual(['schedule Current', 'rights Superseded', 'rights Current'])
    expect((await last('estate-homes')).content).toContain('31 Jan 2026')
  })

  it('the section 106 deed is found by its reference, and its schedule lists what was sold for ever', async () => {
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

  it('the log records its hash, word for word', async () => {
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

  it('certificates never change and are never removed', async () => {
    const { id } = await last('fund')
    const change = (set: object) =>
      world.store.db.updateTable('certificate').set(set).where('id', '=', id).execute()
    await expect(change({ content: '{}' })).rejects.toThrow(/does not change/)
    await expect(world.store.db.deleteFrom('certificate').where('id', '=', id).execute()).rejects.toThrow(
      /not taken away/,
    )
  })

  it('the job certifies credits issued before there were certificates, once', async () => {
    for (const action of ['AllocateRights', 'IssueCredits']) await world.does(action, 'requirement', 'sheds')
    await sql`alter table certificate disable trigger certificate_stays`.execute(world.store.db)
    await world.store.db.deleteFrom('certificate').where('subjectId', '=', 'sheds').execute()
    await sql`alter table certificate enable trigger certificate_stays`.execute(world.store.db)
    expect(await told('sheds')).toEqual([])
    const run = () => runJobs({ runtime: world.runtime, files: world.files }, [issueMissingCertificates])
    await run()
    await run()
    expect(await told('sheds')).toEqual(['issue Current'])
  })
})

describe('anyone with the number can read a certificate', () => {
  it('as the signed JSON, with the signature and the key', async () => {
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
    expect(holds(withByteChangedAt(json.rawPayload, 100))).toBe(false)
    expect(content).toContain(keyFingerprint)
  })

  it('as a page and as a PDF with the text of the JSON, the PDF in the same bytes each time', async () => {
    const { number, content } = await last('estate-homes')
    const paper: CertificatePaper = JSON.parse(content)
    // Pages are cached for seconds, so another one is requested before a checkpoint is signed.
    const other = (await certificatesOf('project', 'wetland')).find(({ state }) => state === 'Current')!
    expect((await anybody(`/certificates/${other.number}`)).body).toContain('does not prove it yet')
    expect((await anybody(`/verify/${other.number}`)).body).toContain('<h1>This certificate is not proved')
    await signLog(world)
    const page = await anybody(`/certificates/${number}`)
    const pdf = await anybody(`/certificates/${number}.pdf`)
    const again = await anybody(`/certificates/${number}.pdf`)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('This certificate is valid today.')
    expect(page.body).toMatch(/<strong>For [^<]+, [\d.]+ [a-z ]+(credits|units)<\/strong>/)
    for (const line of certificatePaperLines(paper)) expect(page.body).toContain(line)
    const said = partsIn(readPdf(pdf.rawPayload).root).flatMap(({ parts, type, text }) =>
      parts.length === 0 && type !== 'Figure' ? [text] : [],
    )
    expect(said.join()).toContain('It is not part of the signed certificate.')
    expect(said.toSpliced(said.indexOf('Where the land is'), 2)).toEqual(certificatePaperLines(paper))
    expect(pdf.rawPayload.equals(again.rawPayload)).toBe(true)
  })

  it('but no one without it', async () => {
    for (const url of ['/certificates/homes', '/certificates/11111-11111-11111-11111', '/certificates/x.pdf'])
      expect((await anybody(url)).statusCode).toBe(404)
  })
})

describe('verifying a certificate', () => {
  it('shows what it certifies, its current state and its history', async () => {
    const all = await certificatesOf('requirement', 'estate-homes')
    const [current, issue] = [all.at(-1)!, all.at(-2)!]
    await signLog(world)
    const now = await anybody(`/verify/${current.number}`)
    expect(now.body).toContain('<h1>This certificate is valid</h1>')
    for (const { number } of all.filter(({ kind }) => kind !== 'schedule')) expect(now.body).toContain(number)
    const before = await anybody(`/verify?number=${issue.number.toLowerCase().replaceAll('-', '+')}`)
    expect(before.body).toContain('<h1>This certificate was superseded</h1>')
    expect(before.body).toContain('The credits were redeemed')
    expect(before.body).toContain(`/verify/${current.number}`)
  })

  it('says in plain words that a number is malformed or unknown', async () => {
    const { number } = await last('fund')
    const wrong = number.startsWith('A') ? number.replace('A', 'B') : number.replace(/^./, 'A')
    expect((await anybody(`/verify/${wrong}`)).body).toContain('is not a certificate number')
    const unknown = await anybody('/verify/11111-11111-11111-11111')
    expect(unknown.body).toContain('has not issued a certificate')
  })

  it('recognises the files that were handed out, and detects one changed byte', async () => {
    const { number } = await last('estate-homes')
    for (const form of ['json', 'pdf']) {
      const { rawPayload: bytes } = await anybody(`/certificates/${number}.${form}`)
      expect((await judged(`c.${form}`, bytes)).body).toContain('exactly the one')
      const { body } = await judged(`c.${form}`, withByteChangedAt(bytes, bytes.length - 30))
      expect(body).toContain('<h1>This file has been changed</h1>')
      expect(body).toContain(number)
      // A browser sends only the hash and the number.
      const asked = await anybody(`/verify/file?sha256=${hashOf(bytes)}`)
      expect(asked.body).toContain('exactly the one')
    }
  })

  it('refuses another file, one that is too large, and an empty one', async () => {
    expect((await judged('a.pdf', Buffer.from('%PDF-1.7 of somebody else'))).body).toContain('is not from')
    expect((await judged('a.pdf', Buffer.alloc(3 * 1024 * 1024))).body).toContain('smaller than 2 MB')
    expect((await judged('a.pdf', Buffer.alloc(0))).body).toContain('Choose a certificate, a receipt')
  })

  it('reports a revoked certificate, which the next step does not revive', async () => {
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

  it('shows a redemption notice when none was uploaded, in the name of the person who gave it', async () => {
    const notice = (await certificatesOf('requirement', 'sheds')).find(({ kind }) => kind === 'notice')
    const { body } = await anybody(`/certificates/${notice?.number ?? ''}`)
    expect(body).toContain('<h1>Notice of redemption</h1>')
    expect(body).toMatch(/gives notice on behalf of .* that the credits below are used for sheds/)
    expect((await told('estate-homes')).join()).not.toContain('notice')
  })

  it('reports a replaced certificate with the reason', async () => {
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

it.skipIf(!hasOpenssl)('the offline check in the guide works, and detects one changed byte', async () => {
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
    writeFileSync(join(folder, 'certificate.json'), withByteChangedAt(json, 200))
    expect(check().status).not.toBe(0)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
