import { createPublicKey, verify } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Instant } from '@credit-market/values/dates'
import {
  cosignedText,
  readCosignature,
  readKeyLine,
  readNote,
  keyIdOf,
  SIGNATURE_LINE_PATTERN,
  signatureLine,
} from '@credit-market/transparency-log/note'
import { badRequestError, forbiddenError, notFoundError } from '../runner/refusals.ts'
import { appendLogEntries, buildInstallationEntry } from '../store/activity.ts'
import type { Database } from '../store/tables/tables.ts'

/** Appends a change of the witnesses to the log in the same transaction, since the log vouches for their rows. */
const say = async (
  trx: Transaction<Database>,
  action: string,
  title: string,
  details: Record<string, string>,
  { at, by }: { at: Instant; by: string | null },
): Promise<void> => {
  const entry = buildInstallationEntry({ at, action, title, message: title, details })
  await appendLogEntries(trx, [{ ...entry, actorId: by }])
}

/** Returns the name in the key line of a witness; undefined if the line is not a witness's key. */
export const witnessNameIn = (line: string): string | undefined => {
  const signer = readKeyLine(line)
  return signer?.kind === SIGNATURE_LINE_PATTERN.witness ? signer.name : undefined
}

export const NOT_A_WITNESS_KEY =
  'This is not the key of a witness: enter the line that the witness printed when it was set up'

/**
 * Registers a witness by its key line, replacing an earlier key of the same name, and returns its name; throws if the
 * line is not a witness's key.
 */
export const registerWitness = async (
  db: Kysely<Database>,
  line: string,
  now: Instant,
  by: string | null = null,
): Promise<string> => {
  const name = witnessNameIn(line)
  if (name === undefined) throw new Error(NOT_A_WITNESS_KEY)
  await db.transaction().execute(async trx => {
    await trx.deleteFrom('logWitness').where('name', '=', name).execute()
    await trx.insertInto('logWitness').values({ name, key: line, since: now }).execute()
    await say(trx, 'RegisterWitness', 'Register a witness', { key: line }, { at: now, by })
  })
  return name
}

/** Removes a witness with its cosignatures; returns false if there is no such witness. */
export const removeWitness = (
  db: Kysely<Database>,
  name: string,
  now: Instant,
  by: string | null = null,
): Promise<boolean> =>
  db.transaction().execute(async trx => {
    const { numDeletedRows } = await trx.deleteFrom('logWitness').where('name', '=', name).executeTakeFirst()
    if (numDeletedRows === 0n) return false
    await say(trx, 'RemoveWitness', 'Remove a witness', { name }, { at: now, by })
    return true
  })

const A_WHILE_MS = 10 * 60_000

/**
 * Accepts a cosignature of a checkpoint: 400 if it is malformed, 403 from an unregistered witness, 404 for a checkpoint
 * that was never signed.
 */
export const acceptCosignature = async (
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
  if (text === undefined) throw notFoundError()
  const [given, ...more] = readNote(`${text}\n${line}\n`)?.signatures ?? []
  if (!given || more.length > 0) throw badRequestError('This is not a line of a signed note')
  const witness = await db
    .selectFrom('logWitness')
    .select('key')
    .where('name', '=', given.name)
    .executeTakeFirst()
  const signer = witness && readKeyLine(witness.key)
  if (!signer || keyIdOf(signer) !== given.keyId)
    throw forbiddenError(
      'This witness is not registered: send the key that it printed to the market operator',
    )
  const said = readCosignature(given.signature)
  const x = Buffer.from(signer.publicKey).toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  if (!said || !verify(null, Buffer.from(cosignedText(text, said.seconds)), key, said.signature))
    throw badRequestError('The co-signature does not match the checkpoint of this size')
  if (said.seconds * 1000 > Date.parse(now) + A_WHILE_MS)
    throw badRequestError('The co-signature has a time in the future: correct the clock of the witness')
  await db
    .insertInto('logCosignature')
    .values({
      size,
      witness: given.name,
      at: new Date(said.seconds * 1000).toISOString(),
      line: signatureLine(given),
    })
    // Only a later cosignature replaces an earlier one.
    .onConflict(conflict =>
      conflict
        .columns(['size', 'witness'])
        .doUpdateSet({ at: sql`excluded.at`, line: sql`excluded.line` })
        .where('logCosignature.at', '<', sql<Instant>`excluded.at`),
    )
    .execute()
}

/** Returns the cosignatures of checkpoints of these sizes, by size. */
export const readCosignatures = async (
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
