import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Brand } from '#domain/brand'
import { numberIn, readNumber, type Certificate } from '#domain/certificate'
import { certificatePage, type Logged } from '#front/pages/certificate'
import { type FileVerdict, type Found, unknownPage, verifiedPage, verifyPage } from '#front/pages/verify'
import type { FrontPage } from '#front/layout'
import type { LeafProof, LoggedCertificate } from '#proof/receipt'
import { openDrawings } from '../certificates/drawings.ts'
import {
  certificateBy,
  certificateOfFile,
  historyOf,
  isSigned,
  paperIn,
  publicKey,
} from '../certificates/read.ts'
import { squareCode } from '../certificates/square-code.ts'
import { proofOfCertificate } from '../log/proofs.ts'
import type { AppContext } from '../http/app-context.ts'
import { notFound } from '../runner/refusals.ts'
import type { Reading } from '../store/replica.ts'
import type { Database } from '../store/tables.ts'
import type { openFront } from './front.ts'

const MOST_BYTES = 2 * 1024 * 1024
const HASH = /^[0-9a-f]{64}$/
const JSON_TYPE = 'application/json; charset=utf-8'

const found = async ({ store: { db } }: Reading, certificate: Certificate): Promise<Found> => {
  const logged = await loggedOf(db, certificate)
  return {
    certificate,
    paper: paperIn(certificate),
    history: await historyOf(db, certificate),
    isSigned: await isSigned(db, certificate),
    isAfterEnd: await isAfterEnd(db, certificate, logged),
    logged,
  }
}

/** Had the key that signed it ended before the log named it? */
const isAfterEnd = async (
  db: Kysely<Database>,
  { keyFingerprint }: Certificate,
  logged: Logged | undefined,
): Promise<boolean> => {
  const key = await db
    .selectFrom('certificateKey')
    .select('endedSize')
    .where('id', '=', keyFingerprint)
    .executeTakeFirst()
  return typeof key?.endedSize === 'number' && (logged?.place ?? 0) > key.endedSize
}

/** Does the log name it in public, and does a head that was signed cover that? */
const loggedOf = async (db: Kysely<Database>, certificate: Certificate): Promise<Logged | undefined> => {
  const proof = await proofOfCertificate(db, certificate)
  return proof === undefined ? undefined : { place: proof && proof.index + 1, size: proof?.size ?? null }
}

/** What is answered for a number as somebody typed it. */
const verified = async (from: Reading, typed: string): Promise<FrontPage> => {
  const number = readNumber(typed)
  if (number === null) return verifyPage({ typed })
  const certificate = await certificateBy(from.store.db, number)
  return certificate ? verifiedPage(await found(from, certificate)) : unknownPage('number')
}

/** What is answered for a file: known by its hash, or else by the number that it names. */
const verifiedFile = async (from: Reading, sha256: string, named?: string): Promise<FrontPage> => {
  const known = await certificateOfFile(from.store.db, sha256)
  const number = readNumber(named ?? '')
  const meant = known ?? (number === null ? undefined : await certificateBy(from.store.db, number))
  const verdict: FileVerdict = known ? 'genuine' : 'changed'
  return meant ? verifiedPage(await found(from, meant), verdict) : unknownPage('file')
}

/** Certificates to read, to keep and to check: anybody may who has the number. */
export const certificateRoutes = (
  app: FastifyInstance,
  context: AppContext,
  front: ReturnType<typeof openFront>,
): void => {
  const { runtime, files } = context
  const drawings = openDrawings(files)
  const open = { config: { isPage: true } } as const
  front.page({
    path: '/verify',
    query: z.object({
      number: z.string().max(100).optional(),
      trouble: z.enum(['large', 'none']).optional(),
    }),
    draw: (from, { query: { number, trouble } }) =>
      number === undefined ? verifyPage({ trouble }) : verified(from, number),
  })
  front.page({ path: '/verify/:number', draw: (from, { params }) => verified(from, params.number ?? '') })
  front.page({
    path: '/verify/file',
    query: z.object({ sha256: z.string().regex(HASH), number: z.string().max(100).optional() }),
    draw: (from, { query: { sha256, number } }) => verifiedFile(from, sha256, number),
  })
  app.post('/verify/file', open, async (request, reply) => reply.redirect(await lookedAt(request), 303))

  const page = {
    path: '/certificates/:name',
    draw: async (
      { store: { db } }: Reading,
      { params, brand }: { params: Readonly<Record<string, string>>; brand: Brand },
    ) => {
      const number = readNumber(params.name ?? '')
      const certificate = number === null ? undefined : await certificateBy(db, number)
      if (!certificate) return undefined
      const paper = paperIn(certificate)
      return certificatePage(paper, {
        ...{ state: certificate.state, code: squareCode(paper.verifyAt), brand },
        logged: await loggedOf(db, certificate),
      })
    },
  } as const
  app.get<{ Params: { name: string } }>('/certificates/:name', open, async (request, reply) => {
    const [name = '', ...forms] = request.params.name.split('.')
    const form = forms.join('.')
    if (form === '') return front.answer(page, request, reply)
    const number = readNumber(name)
    const certificate = number === null ? undefined : await certificateBy(runtime.store.db, number)
    if (!certificate) throw notFound()
    return fileOf(certificate, form, reply, {
      draw: async () =>
        drawings(runtime.store.db, certificate, { brand: await front.brandNow(), now: runtime.now() }),
      prove: () => proofOfCertificate(runtime.store.db, certificate),
    })
  })

  const key = async (reply: FastifyReply, fingerprint?: string): Promise<FastifyReply> => {
    const its = await publicKey(runtime.store.db, fingerprint)
    if (!its) throw notFound()
    return reply.header('cache-control', 'public, max-age=300').type('application/x-pem-file').send(its)
  }
  app.get('/.well-known/certificate-key.pem', open, (_request, reply) => key(reply))
  app.get<{ Params: { file: string } }>('/.well-known/certificate-keys/:file', open, (request, reply) =>
    key(reply, request.params.file.replace(/\.pem$/, '')),
  )
}

/** A certificate as a file: drawn as PDF, the very text that is signed, its signature of 64 bytes, or all with what proves that the log names it. */
const fileOf = async (
  certificate: Certificate,
  form: string,
  reply: FastifyReply,
  { draw, prove }: { draw: () => Promise<Buffer>; prove: () => Promise<LeafProof | null | undefined> },
): Promise<FastifyReply> => {
  const send = (type: string, body: Buffer | string) =>
    reply
      .header('cache-control', 'private, no-cache')
      .header('x-robots-tag', 'noindex')
      .header('content-disposition', `attachment; filename="certificate-${certificate.number}.${form}"`)
      .type(type)
      .send(body)
  if (form === 'json') return send(JSON_TYPE, certificate.content)
  if (form === 'proof.json') {
    const { content, signature, keyFingerprint } = certificate
    const proof = await prove()
    // Of what was entered before the log named certificates nothing can be proved in public.
    if (proof === undefined) throw notFound()
    const logged: LoggedCertificate = { certificate: content, signature, keyFingerprint, proof }
    return send(JSON_TYPE, JSON.stringify(logged))
  }
  if (form === 'sig') return send('application/octet-stream', Buffer.from(certificate.signature, 'base64'))
  if (form !== 'pdf') throw notFound()
  return send('application/pdf', await draw())
}

/** Looks at a file that was sent, forgets it, and says where it is answered. */
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
  const number = numberIn(bytes.toString('latin1'))
  return `/verify/file?${new URLSearchParams({ sha256, ...(number && { number }) }).toString()}`
}
