import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Brand } from '#domain/people/brand'
import { findCertificateNumber, parseCertificateNumber, type Certificate } from '#domain/credit/certificate'
import { certificatePage } from '#front/pages/certificate'
import { endedCertificateText, type LogEntryPosition } from '#front/pages/messages'
import {
  type FileVerdict,
  type VerifiedCertificate,
  unknownCertificatePage,
  verifiedPage,
  verifyPage,
} from '#front/pages/verify'
import type { PublicPage } from '#front/layout'
import type { LeafProof, LoggedCertificate } from '#proof/receipt'
import type { SignedCertificateStatus } from '#proof/status'
import { createPdfRenderer } from '../certificates/drawings.ts'
import {
  readCertificateByNumber,
  findCertificateOfFile,
  readCertificateHistory,
  hasValidCertificateSignature,
  parseCertificatePaper,
  readPublicKeyPem,
} from '../certificates/read.ts'
import type { CertificateSigner } from '../certificates/seal.ts'
import { createStatusSigner } from '../certificates/status.ts'
import { createQrCode } from '../certificates/square-code.ts'
import { proveCertificateInclusion } from '../log/proofs.ts'
import { type AppContext, createViewContext } from '../http/app-context.ts'
import { notFoundError } from '../runner/refusals.ts'
import type { ReadOnlyStore } from '../http/replica.ts'
import { readUnsoundByCertificate } from '../views/certificates.ts'
import type { Database } from '../store/tables/tables.ts'
import { drawCertificateLand } from './certificate-land.ts'
import type { createPublicPageRenderer } from './front.ts'

const MOST_BYTES = 2 * 1024 * 1024
const HASH = /^[0-9a-f]{64}$/
const JSON_TYPE = 'application/json; charset=utf-8'

const found = async (
  { store: { db } }: ReadOnlyStore,
  certificate: Certificate,
): Promise<VerifiedCertificate> => {
  const logged = await loggedOf(db, certificate)
  return {
    certificate,
    paper: parseCertificatePaper(certificate),
    history: await readCertificateHistory(db, certificate),
    isSigned: await hasValidCertificateSignature(db, certificate),
    isAfterEnd: await isAfterEnd(db, certificate, logged),
    unsound: (await readUnsoundByCertificate(db, [certificate]))(certificate.id),
    logged,
  }
}

/** True if the signing key had expired before the log contained the certificate. */
const isAfterEnd = async (
  db: Kysely<Database>,
  { keyFingerprint }: Certificate,
  logged: LogEntryPosition | undefined,
): Promise<boolean> => {
  const key = await db
    .selectFrom('certificateKey')
    .select('endedSize')
    .where('id', '=', keyFingerprint)
    .executeTakeFirst()
  return typeof key?.endedSize === 'number' && (logged?.place ?? 0) > key.endedSize
}

/**
 * Place of a certificate in the public log, with null values until a signed checkpoint covers it; undefined for
 * certificates from before the log recorded them.
 */
const loggedOf = async (
  db: Kysely<Database>,
  certificate: Certificate,
): Promise<LogEntryPosition | undefined> => {
  const proof = await proveCertificateInclusion(db, certificate)
  return proof === undefined ? undefined : { place: proof && proof.index + 1, size: proof?.size ?? null }
}

/** The page for a certificate number as typed. */
const verified = async (from: ReadOnlyStore, typed: string): Promise<PublicPage> => {
  const number = parseCertificateNumber(typed)
  if (number === null) return verifyPage({ typed })
  const certificate = await readCertificateByNumber(from.store.db, number)
  return certificate ? verifiedPage(await found(from, certificate)) : unknownCertificatePage('number')
}

/** The page for a file: identified by its hash, or else by the number in it. */
const verifiedFile = async (from: ReadOnlyStore, sha256: string, named?: string): Promise<PublicPage> => {
  const known = await findCertificateOfFile(from.store.db, sha256)
  const number = parseCertificateNumber(named ?? '')
  const meant = known ?? (number === null ? undefined : await readCertificateByNumber(from.store.db, number))
  const verdict: FileVerdict = known ? 'genuine' : 'changed'
  return meant ? verifiedPage(await found(from, meant), verdict) : unknownCertificatePage('file')
}

/** Pages to read, save and verify certificates, for anyone who has the number. */
export const certificateRoutes = (
  app: FastifyInstance,
  context: AppContext & { seal: CertificateSigner },
  front: ReturnType<typeof createPublicPageRenderer>,
): void => {
  const { runtime, files, seal } = context
  const signStatus = createStatusSigner(seal)
  const drawings = createPdfRenderer(files)
  const open = { config: { isPage: true } } as const
  front.page({
    path: '/verify',
    isCurrent: true,
    query: z.object({
      number: z.string().max(100).optional(),
      trouble: z.enum(['large', 'none']).optional(),
    }),
    draw: (from, { query: { number, trouble } }) =>
      number === undefined ? verifyPage({ trouble }) : verified(from, number),
  })
  front.page({
    path: '/verify/:number',
    isCurrent: true,
    draw: (from, { params }) => verified(from, params.number ?? ''),
  })
  front.page({
    path: '/verify/file',
    isCurrent: true,
    query: z.object({ sha256: z.string().regex(HASH), number: z.string().max(100).optional() }),
    draw: (from, { query: { sha256, number } }) => verifiedFile(from, sha256, number),
  })
  app.post('/verify/file', open, async (request, reply) => reply.redirect(await lookedAt(request), 303))

  const page = {
    path: '/certificates/:name',
    isCurrent: true,
    draw: async (
      from: ReadOnlyStore,
      { params, brand }: { params: Readonly<Record<string, string>>; brand: Brand },
    ) => {
      const { db } = from.store
      const number = parseCertificateNumber(params.name ?? '')
      const certificate = number === null ? undefined : await readCertificateByNumber(db, number)
      if (!certificate) return undefined
      const paper = parseCertificatePaper(certificate)
      const history = certificate.state === 'Current' ? [] : await readCertificateHistory(db, certificate)
      const next = history.find(({ supersedesId }) => supersedesId === certificate.id)
      return certificatePage(paper, {
        ...(certificate.state !== 'Current' && { ended: endedCertificateText(certificate, next) }),
        ...{ state: certificate.state, code: createQrCode(paper.verifyAt), brand },
        logged: await loggedOf(db, certificate),
        unsound: (await readUnsoundByCertificate(db, [certificate]))(certificate.id),
        land: await drawCertificateLand(createViewContext(from), certificate),
      })
    },
  } as const
  app.get<{ Params: { name: string } }>('/certificates/:name', open, async (request, reply) => {
    const [name = '', ...forms] = request.params.name.split('.')
    const form = forms.join('.')
    if (form === '') return front.answer(page, request, reply)
    const number = parseCertificateNumber(name)
    const certificate = number === null ? undefined : await readCertificateByNumber(runtime.store.db, number)
    if (!certificate) throw notFoundError()
    return fileOf(certificate, form, reply, {
      draw: async () =>
        drawings(runtime.store.db, certificate, {
          ...{ brand: await front.brandNow(), now: runtime.now() },
          land: await drawCertificateLand(createViewContext(runtime), certificate),
        }),
      prove: () => proveCertificateInclusion(runtime.store.db, certificate),
      state: () => signStatus(runtime.store.db, certificate, runtime.now()),
    })
  })

  const key = async (reply: FastifyReply, fingerprint?: string): Promise<FastifyReply> => {
    const its = await readPublicKeyPem(runtime.store.db, fingerprint)
    if (!its) throw notFoundError()
    return reply.header('cache-control', 'public, max-age=300').type('application/x-pem-file').send(its)
  }
  app.get('/.well-known/certificate-key.pem', open, (_request, reply) => key(reply))
  app.get<{ Params: { file: string } }>('/.well-known/certificate-keys/:file', open, (request, reply) =>
    key(reply, request.params.file.replace(/\.pem$/, '')),
  )
}

/**
 * A certificate as a file: a PDF, the exact text that is signed, its signature of 64 bytes, its signed status now, or a bundle
 * with the proof that the log contains the certificate.
 */
const fileOf = async (
  certificate: Certificate,
  form: string,
  reply: FastifyReply,
  {
    draw,
    prove,
    state,
  }: {
    draw: () => Promise<Buffer>
    prove: () => Promise<LeafProof | null | undefined>
    state: () => Promise<SignedCertificateStatus>
  },
): Promise<FastifyReply> => {
  const send = (type: string, body: Buffer | string) =>
    reply
      .header('cache-control', 'private, no-cache')
      .header('x-robots-tag', 'noindex')
      .header('content-disposition', `attachment; filename="certificate-${certificate.number}.${form}"`)
      .type(type)
      .send(body)
  if (form === 'status.json') return send(JSON_TYPE, JSON.stringify(await state()))
  if (form === 'json') return send(JSON_TYPE, certificate.content)
  if (form === 'proof.json') {
    const { content, signature, keyFingerprint } = certificate
    const proof = await prove()
    // Certificates from before the log recorded them have no public proof.
    if (proof === undefined) throw notFoundError()
    const logged: LoggedCertificate = { certificate: content, signature, keyFingerprint, proof }
    return send(JSON_TYPE, JSON.stringify(logged))
  }
  if (form === 'sig') return send('application/octet-stream', Buffer.from(certificate.signature, 'base64'))
  if (form !== 'pdf') throw notFoundError()
  return send('application/pdf', await draw())
}

/** Identifies an uploaded file, discards it, and returns the address of the answer. */
const lookedAt = async (request: FastifyRequest): Promise<string> => {
  const part = request.isMultipart()
    ? await request.file({ limits: { fileSize: MOST_BYTES, files: 1 } })
    : undefined
  if (!part) return '/verify?trouble=none'
  const chunks: Buffer[] = []
  for await (const chunk of part.file) chunks.push(Buffer.from(chunk))
  const bytes = Buffer.concat(chunks)
  if (part.file.truncated) return '/verify?trouble=large'
  if (bytes.length === 0) return '/verify?trouble=none'
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const number = findCertificateNumber(bytes.toString('latin1'))
  return `/verify/file?${new URLSearchParams({ sha256, ...(number && { number }) }).toString()}`
}
