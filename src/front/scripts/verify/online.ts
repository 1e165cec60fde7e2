import { fromBase64 } from '#proof/base64'
import type { CheckedNote, MarketKeys } from '#proof/checked-note'
import { readCheckpoint, readNote } from '#proof/note'
import type { EntryProof, LogReceipt } from '#proof/receipt'
import type { Verdict } from '#proof/told'
import { verifyConsistency } from '#proof/verify-proof'
import { checkText } from './check.ts'

const ask = async (address: string): Promise<Response> => {
  const answer = await fetch(address)
  if (!answer.ok && answer.status !== 404) throw new Error(`${address} answers ${answer.status}`)
  return answer
}

/** The keys of this market, as it tells them now. */
export const askKeys = async (): Promise<MarketKeys> =>
  (await ask('/verify/keys')).json() as Promise<MarketKeys>

/** Does the log of today go on from this head? Its size today, or undefined where it does not. */
const sizeToday = async ({ checkpoint: old }: CheckedNote): Promise<number | undefined> => {
  const note = readNote(await (await ask('/log/checkpoint')).text())
  const head = note && readCheckpoint(note.text)
  if (!head || head.size < old.size) return undefined
  const answer = await ask(`/log/consistency?from=${old.size}&to=${head.size}`)
  const { hashes } = (await answer.json()) as { hashes: string[] }
  const proof = hashes.flatMap(one => fromBase64(one) ?? [])
  return verifyConsistency(old, head, proof) ? head.size : undefined
}

const GONE = {
  what: 'The log of this market today does not go on from this checkpoint: it was changed, cut or written anew.',
  remedy:
    'Keep this file, which proves it. Ask the market operator whether the market was restored from a backup, and tell the witnesses who are named on the page of the log.',
}

/** A verdict with what the log of today says to it. */
const withToday = async (verdict: Verdict): Promise<Verdict> => {
  if (!verdict.note) return verdict
  try {
    const size = await sizeToday(verdict.note)
    if (size === undefined)
      return { ...verdict, tone: 'bad', title: 'The log of today denies this', troubles: [GONE] }
    const goesOn =
      size === verdict.note.checkpoint.size
        ? 'It is the newest checkpoint of the market.'
        : `The log of the market today, of ${size.toLocaleString('en-GB')} entries, goes on from this head.`
    return { ...verdict, proved: [...verdict.proved, goesOn] }
  } catch {
    const what = 'The log of today could not be asked whether it goes on from this head.'
    return { ...verdict, troubles: [{ what, remedy: 'Try again later. All else was checked.' }] }
  }
}

/** The receipt with its proof, where a checkpoint covers it by now; undefined where the log has no such entry. */
const completed = async (receipt: LogReceipt): Promise<LogReceipt | undefined> => {
  const { seq } = JSON.parse(receipt.entry) as { seq?: unknown }
  const answer = await ask(`/log/proofs/${Number(seq)}/${encodeURIComponent(receipt.hash)}`)
  if (!answer.ok) return undefined
  const { proof } = (await answer.json()) as { proof: EntryProof | null }
  return { ...receipt, proof }
}

const UNKNOWN = {
  what: 'The log of this market has no such entry.',
  remedy:
    'Check it on the page of the market that gave it out; if that is this one, ask the market operator.',
}

/** Checks a text, completes a receipt whose proof was still to come, and asks the log of today. */
export const checkOnline = async (
  text: string,
  keys: MarketKeys,
): Promise<{ verdict: Verdict; completed: LogReceipt | null }> => {
  const verdict = await checkText(text, keys)
  if (!verdict.waiting) return { verdict: await withToday(verdict), completed: null }
  try {
    const receipt = await completed(verdict.waiting)
    if (!receipt)
      return {
        verdict: { ...verdict, tone: 'bad', title: UNKNOWN.what, troubles: [UNKNOWN] },
        completed: null,
      }
    if (!receipt.proof) return { verdict, completed: null }
    const now = await checkText(JSON.stringify(receipt), keys)
    return { verdict: await withToday(now), completed: now.tone === 'bad' ? null : receipt }
  } catch {
    return { verdict, completed: null }
  }
}
