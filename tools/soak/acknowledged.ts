import { createHash } from 'node:crypto'
import type pg from 'pg'
import { groupBy } from '#domain/values/grouped'
import { type Ended, isAcknowledged } from './asking.ts'
import { shuffle } from './random.ts'

/** Something in the state of the market that must be there exactly once when its change was acknowledged. */
export type Mark =
  | { kind: 'word'; word: string; sha256?: string }
  | { kind: 'value'; table: 'project' | 'requirement'; column: 'offer' | 'bid'; id: string; pence: number }

const ACT = /^\/api\/(\w+)\/([^/]+)\/action\/(\w+)$/

const actOf = ({ errand: { path, body } }: Ended): string | undefined => {
  const [, kind, id, action] = (body && ACT.exec(path)) ?? []
  return kind === undefined ? undefined : `${kind} ${id} ${action}`
}

/** Counts the log entries of an act since the start of the run. */
const ENTRIES = `select subject_kind || ' ' || subject_id || ' ' || action as act, count(*)::int as count
  from activity where id > $1 group by 1`

const WORDS = `select text as word, count(*)::int as times, null as sha256 from comment where text like 'soak %' group by 1
  union all
  select notes, count(*)::int, min(filed.sha256) from performance_check
  join filed_document filed on filed.id = report_id where notes like 'soak %' group by 1`

/** The part of an answer that a repeated request must get again; the rest may have changed since. */
const decisionIn = (text: string): string => {
  const { outcome, message, nextAction } = JSON.parse(text) as Record<string, unknown>
  return JSON.stringify({ outcome, message, nextAction })
}

const MOST_REPEATED = 500

/** Records acknowledged actions, and compares them with the log and the state of the market at the end. */
export const openAccount = (lastEntry: number) => {
  const ended: Ended[] = []
  const marks: { mark: Mark; isAcknowledged: boolean }[] = []

  const add = (one: Ended, mark?: Mark): void => {
    if (actOf(one) === undefined) return
    ended.push(one)
    if (mark) marks.push({ mark, isAcknowledged: isAcknowledged(one) })
  }

  /** Acts that have fewer entries than were acknowledged, or more than were acknowledged or not answered. */
  const entryFaults = async (client: pg.Client): Promise<string[]> => {
    const { rows } = await client.query<{ act: string; count: number }>(ENTRIES, [lastEntry])
    const entries = new Map(rows.map(({ act, count }) => [act, count]))
    return groupBy(ended, one => actOf(one) ?? null).flatMap(([act, all]) => {
      const acknowledged = all.filter(isAcknowledged).length
      const unanswered = all.filter(({ status }) => status === undefined).length
      const count = entries.get(act) ?? 0
      if (count < acknowledged)
        return [`lost: ${act} has ${count} entries, and ${acknowledged} were acknowledged`]
      const most = acknowledged + unanswered
      return count > most ? [`doubled: ${act} has ${count} entries, and at most ${most} were done`] : []
    })
  }

  const wordFaults = async (client: pg.Client): Promise<string[]> => {
    const { rows } = await client.query<{ word: string; times: number; sha256: string | null }>(WORDS)
    const found = new Map(rows.map(row => [row.word, row]))
    return marks.flatMap(({ mark, isAcknowledged: isKept }) => {
      if (mark.kind !== 'word') return []
      const there = found.get(mark.word)
      if (isKept && !there) return [`lost: ${mark.word}`]
      if ((there?.times ?? 0) > 1) return [`doubled: ${mark.word}`]
      return there && mark.sha256 && there.sha256 !== mark.sha256 ? [`another document: ${mark.word}`] : []
    })
  }

  /** Finds items without the last acknowledged value, unless a later request got no answer. */
  const valueFaults = async (client: pg.Client): Promise<string[]> => {
    const faults: string[] = []
    const values = marks.flatMap(({ mark, isAcknowledged: isKept }) =>
      mark.kind === 'value' ? [{ ...mark, isKept }] : [],
    )
    for (const [id, all] of groupBy(values, one => one.id)) {
      const last = all.findLastIndex(({ isKept }) => isKept)
      const first = all[0]
      if (last < 0 || !first) continue
      const { rows } = await client.query<{ pence: string }>(
        `select ${first.column} as pence from ${first.table} where id = $1`,
        [id],
      )
      const right = all.slice(last).map(({ pence }) => pence)
      if (!right.includes(Number(rows[0]?.pence)))
        faults.push(
          `lost: the ${first.column} of ${id} is ${rows[0]?.pence}, and ${right.join(' or ')} was acknowledged`,
        )
    }
    return faults
  }

  /** Sends acknowledged requests again under their keys; the answers must be the same. */
  const repeatFaults = async (
    ask: (errand: Ended['errand'], key: string) => Promise<Ended>,
    random: () => number,
  ): Promise<{ repeated: number; faults: string[] }> => {
    const some = shuffle(ended.filter(isAcknowledged), random).slice(0, MOST_REPEATED)
    const faults: string[] = []
    for (const { errand, key, text } of some) {
      const again = await ask({ ...errand, name: 'sent again' }, key)
      if (again.status === undefined || decisionIn(again.text) !== decisionIn(text))
        faults.push(`${errand.path} sent again under ${key}: ${again.text.slice(0, 200)}`)
    }
    return { repeated: some.length, faults }
  }

  return {
    add,
    repeatFaults,
    acknowledged: () => ended.filter(isAcknowledged).length,
    refused: () => ended.filter(({ status }) => status !== undefined && status >= 300).length,
    faults: async (client: pg.Client): Promise<string[]> => [
      ...(await entryFaults(client)),
      ...(await wordFaults(client)),
      ...(await valueFaults(client)),
    ],
  }
}

/** The account of one run. */
export type Account = ReturnType<typeof openAccount>

/** The SHA-256 of a document, in hexadecimal. */
export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
