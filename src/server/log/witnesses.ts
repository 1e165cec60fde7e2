import { createPublicKey, verify } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Instant } from '#domain/dates'
import {
  cosignedText,
  readCosignature,
  readKeyLine,
  readNote,
  keyIdOf,
  SIGNATURE,
  signatureLine,
} from '#proof/note'
import { badRequest, forbidden, notFound } from '../runner/refusals.ts'
import { append, ofInstallation } from '../store/activity.ts'
import type { Database } from '../store/tables.ts'

/** Writes into the log what was done to witnesses, in the transaction in which it is done, since the log vouches for their rows. */
const say = async (
  trx: Transaction<Database>,
  action: string,
  title: string,
  details: Record<string, string>,
  at: Instant,
): Promise<void> => {
  await append(trx, [ofInstallation({ at, action, title, message: title, details })])
}

/** Registers a witness by its key line, in place of an earlier key of the same name, and answers its name; throws for what is no key of a witness. */
export const registerWitness = async (db: Kysely<Database>, line: string, now: Instant): Promise<string> => {
  const signer = readKeyLine(line)
  if (signer?.kind !== SIGNATURE.witness)
    throw new Error('This is no key of a witness: give the line that the witness printed when it was begun')
  const { name } = signer
  await db.transaction().execute(async trx => {
    await trx.deleteFrom('logWitness').where('name', '=', name).execute()
    await trx.insertInto('logWitness').values({ name, key: line, since: now }).execute()
    await say(trx, 'RegisterWitness', 'Register a witness', { key: line }, now)
  })
  return name
}

/** Removes a witness with its co-signatures; whether there was one. */
export const removeWitness = (db: Kysely<Database>, name: string, now: Instant): Promise<boolean> =>
  db.transaction().execute(async trx => {
    const { numDeletedRows } = await trx.deleteFrom('logWitness').where('name', '=', name).executeTakeFirst()
    if (numDeletedRows === 0n) return false
    await say(trx, 'RemoveWitness', 'Remove a witness', { name }, now)
    return true
  })

const A_WHILE_MS = 10 * 60_000

/** Takes a co-signature of a checkpoint: 400 for what is none, 403 of a witness that is not registered, 404 of what was not signed. */
export const takeCosignature = async (
  db: Kysely<Database>,
  { size, line }: { size: number; line: string },
  now: Instant,
): Promise<void> => {
  const checkpoint = await db
    .selectFrom('logCheckpoint')
    .select('note')
    .where('size', '=', size)
    .executeTakeFirst()
  const text = checkpoint && readNote(checkpoint.note)?.text
  if (text === undefined) throw notFound()
  const [given, ...more] = readNote(`${text}\n${line}\n`)?.signatures ?? []
  if (!given || more.length > 0) throw badRequest('This is no line of a signed note')
  const witness = await db
    .selectFrom('logWitness')
    .select('key')
    .where('name', '=', given.name)
    .executeTakeFirst()
  const signer = witness && readKeyLine(witness.key)
  if (!signer || keyIdOf(signer) !== given.keyId)
    throw forbidden('This witness is not registered: ask the market operator, with the key that it printed')
  const said = readCosignature(given.signature)
  const x = Buffer.from(signer.publicKey).toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  if (!said || !verify(null, Buffer.from(cosignedText(text, said.seconds)), key, said.signature))
    throw badRequest('The co-signature does not hold for the checkpoint of this size')
  if (said.seconds * 1000 > Date.parse(now) + A_WHILE_MS)
    throw badRequest('The co-signature is of a time to come: set the clock of the witness')
  await db
    .insertInto('logCosignature')
    .values({
      size,
      witness: given.name,
      at: new Date(said.seconds * 1000).toISOString(),
      line: signatureLine(given),
    })
    // What was said later says more.
    .onConflict(conflict =>
      conflict
        .columns(['size', 'witness'])
        .doUpdateSet({ at: sql`excluded.at`, line: sql`excluded.line` })
        .where('logCosignature.at', '<', sql<Instant>`excluded.at`),
    )
    .execute()
}

/** The co-signatures of heads of these sizes, by size. */
export const cosignaturesOf = async (
  db: Kysely<Database>,
  sizes: readonly number[],
): Promise<(size: number) => { witness: string; at: Instant; line: string }[]> => {
  const rows = await db
    .selectFrom('logCosignature')
    .selectAll()
    .where('size', '=', sql<number>`any(${sizes})`)
    .orderBy('witness')
    .execute()
  return size => rows.filter(one => one.size === size)
}
