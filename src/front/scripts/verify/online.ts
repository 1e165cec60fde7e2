import { fromBase64 } from '@credit-market/transparency-log/base64'
import type { CheckedNote } from '@credit-market/transparency-log/checked-note'
import type { MarketKeys } from '#proof/market-keys'
import { readCheckpoint, readNote } from '@credit-market/transparency-log/note'
import type { EntryProof, LogReceipt } from '#proof/receipt'
import type { ProofVerdict } from '#proof/told'
import { verifyConsistency } from '@credit-market/transparency-log/verify-proof'
import { LOG_CONTRADICTS, LOG_PROBLEMS, logContinuesText, NEWEST_CHECKPOINT } from './messages.ts'
import { verifyFileText } from './check.ts'

const ask = async (address: string): Promise<Response> => {
  const answer = await fetch(address)
  if (!answer.ok && answer.status !== 404) throw new Error(`${address} answers ${answer.status}`)
  return answer
}

/** Fetches the current keys of this market. */
export const fetchKeys = async (): Promise<MarketKeys> =>
  (await ask('/verify/keys')).json() as Promise<MarketKeys>

/** Size of the current log if it is consistent with this checkpoint; undefined if it is not. */
const sizeToday = async ({ checkpoint: old }: CheckedNote): Promise<number | undefined> => {
  const note = readNote(await (await ask('/log/checkpoint')).text())
  const head = note && readCheckpoint(note.text)
  if (!head || head.size < old.size) return undefined
  const answer = await ask(`/log/consistency?from=${old.size}&to=${head.size}`)
  const { hashes } = (await answer.json()) as { hashes: string[] }
  const proof = hashes.flatMap(one => fromBase64(one) ?? [])
  return verifyConsistency(old, head, proof) ? head.size : undefined
}

/** Adds to a verdict how it relates to the current log. */
const withToday = async (verdict: ProofVerdict): Promise<ProofVerdict> => {
  if (!verdict.note) return verdict
  try {
    const size = await sizeToday(verdict.note)
    if (size === undefined)
      return { ...verdict, tone: 'bad', title: LOG_CONTRADICTS, troubles: [LOG_PROBLEMS.rewritten] }
    const goesOn = size === verdict.note.checkpoint.size ? NEWEST_CHECKPOINT : logContinuesText(size)

    return { ...verdict, proved: [...verdict.proved, goesOn] }
  } catch {
    return { ...verdict, troubles: [LOG_PROBLEMS.notCompared] }
  }
}

/** Receipt with its proof, if a checkpoint covers it by now; undefined if the log has no such entry. */
const completed = async (receipt: LogReceipt): Promise<LogReceipt | undefined> => {
  const { seq } = JSON.parse(receipt.entry) as { seq?: unknown }
  const answer = await ask(`/log/proofs/${Number(seq)}/${encodeURIComponent(receipt.hash)}`)
  if (!answer.ok) return undefined
  const { proof } = (await answer.json()) as { proof: EntryProof | null }
  return { ...receipt, proof }
}

/** Checks a text, completes a receipt that still lacks its proof, and compares it with the current log. */
export const checkOnline = async (
  text: string,
  keys: MarketKeys,
): Promise<{ verdict: ProofVerdict; completed: LogReceipt | null }> => {
  const verdict = await verifyFileText(text, keys)
  if (!verdict.waiting) return { verdict: await withToday(verdict), completed: null }
  try {
    const receipt = await completed(verdict.waiting)
    if (!receipt)
      return {
        verdict: {
          ...verdict,
          tone: 'bad',
          title: LOG_PROBLEMS.unknownEntry.what,
          troubles: [LOG_PROBLEMS.unknownEntry],
        },
        completed: null,
      }
    if (!receipt.proof) return { verdict, completed: null }
    const now = await verifyFileText(JSON.stringify(receipt), keys)
    return { verdict: await withToday(now), completed: now.tone === 'bad' ? null : receipt }
  } catch {
    return { verdict, completed: null }
  }
}
