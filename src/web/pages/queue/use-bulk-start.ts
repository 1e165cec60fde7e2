import { useEffect, useRef, useState } from 'react'
import type { Answers } from '#actions/kit/action'
import { startBulkAct } from '#contract/bulk'
import type { QueueAct, QueueRow } from '#contract/queue'
import { bodyOf } from '../../action/submission.ts'
import { isApiProblem, messageOf } from '../../api-problem.ts'
import { send, submitForm } from '../../api.ts'
import { urlOfForm } from './use-bulk-forms.ts'
import { type Rehearsed, type WouldCome, whatWouldCome } from './what-would-come.ts'
import { partsOf } from './words.ts'

/** One thing of a bulk act as it is sent: what is answered for it alone, its files picked but not yet sent. */
export interface BulkRow {
  row: QueueRow
  values: Answers
  files: Readonly<Record<string, File>>
}

interface Failure {
  message: string
  needsCode: boolean
}

/**
 * Sends the files of the rows, each by a rehearsal of the single action, which looks at it as the action would, and then
 * begins the bulk act with the names they were given. What has been sent once is not sent again.
 */
export const useBulkStart = (act: QueueAct, onStarted: (id: string) => void) => {
  const [sent, setSent] = useState<{ done: number; of: number } | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [leftOut, setLeftOut] = useState<ReadonlyMap<string, string>>(new Map())
  const [isBusy, setBusy] = useState(false)
  const [wouldCome, setWouldCome] = useState<WouldCome | null>(null)
  const known = useRef(new Map<File, unknown>())
  const key = useRef(crypto.randomUUID())
  const stops = useRef<AbortController | null>(null)
  useEffect(() => () => stops.current?.abort(), [])

  /** The rehearsal of the single action on a row, which also takes its files that have not been sent. */
  const rehearse = async ({ row, values, files }: BulkRow, shared: Answers, signal: AbortSignal) => {
    const picked = Object.entries(files).map(([name, file]) => [
      name,
      known.current.get(file) ?? { id: file.name, name: file.name, file },
    ])
    const answers = { ...shared, ...values, ...Object.fromEntries(picked) }
    const watching = { signal, onProgress: () => undefined }
    const body = bodyOf(answers, row.version, true)
    const said = await submitForm(urlOfForm(act, row), body, crypto.randomUUID(), watching)
    if (!('files' in said)) throw new Error('It was not rehearsed')
    for (const [name, file] of Object.entries(files)) known.current.set(file, said.files[name])
    return said
  }

  const sendFiles = async (one: BulkRow, shared: Answers, signal: AbortSignal) => {
    if (Object.values(one.files).some(file => !known.current.has(file))) await rehearse(one, shared, signal)
    return Object.fromEntries(
      Object.entries(one.files).map(([name, file]) => [name, known.current.get(file)]),
    )
  }

  /** Rehearses each of these rows, and says what would come of it all. Nothing is done. */
  const check = async (rows: readonly BulkRow[], shared: Answers): Promise<void> => {
    setBusy(true)
    setFailure(null)
    const controller = new AbortController()
    stops.current = controller
    const rehearsed: Rehearsed[] = []
    const refused: { name: string; why: string }[] = []
    try {
      for (const one of rows) {
        setSent({ done: rehearsed.length + refused.length, of: rows.length })
        try {
          const { name, missing } = one.row
          rehearsed.push({ name, missing, said: await rehearse(one, shared, controller.signal) })
        } catch (error) {
          if (controller.signal.aborted || !isApiProblem(error) || error.status >= 500) throw error
          refused.push({ name: one.row.name, why: messageOf(error) })
        }
      }
      const come = whatWouldCome(rehearsed)
      setWouldCome({ ...come, refused: [...come.refused, ...refused] })
    } catch (error) {
      if (!controller.signal.aborted) setFailure({ message: messageOf(error), needsCode: false })
    } finally {
      setBusy(false)
      setSent(null)
    }
  }

  /** Begins it with all of these rows, or says what is in the way. */
  const start = async (rows: readonly BulkRow[], shared: Answers, reason?: string): Promise<void> => {
    setBusy(true)
    setFailure(null)
    const controller = new AbortController()
    stops.current = controller
    const { action } = partsOf(act)
    const failed = new Map(leftOut)
    const items: { id: string; version: number; values: Answers }[] = []
    try {
      const going = rows.filter(({ row }) => !failed.has(row.id))
      const withFiles = going.filter(({ files }) => Object.keys(files).length > 0).length
      for (const one of going) {
        if (withFiles > 0) setSent({ done: items.length, of: going.length })
        try {
          const files = await sendFiles(one, shared, controller.signal)
          items.push({ id: one.row.id, version: one.row.version, values: { ...one.values, ...files } })
        } catch (error) {
          if (controller.signal.aborted || !isApiProblem(error) || error.status >= 500) throw error
          failed.set(one.row.id, messageOf(error))
        }
      }
      setLeftOut(failed)
      const kind = going[0]?.row.kind
      if (failed.size > leftOut.size || items.length === 0 || kind === undefined) return
      const { id } = await send(startBulkAct, {
        body: {
          key: key.current,
          kind,
          action,
          values: shared,
          ...(reason !== undefined && { reason }),
          items,
        },
      })
      onStarted(id)
    } catch (error) {
      if (controller.signal.aborted) return
      const needsCode = isApiProblem(error) && error.status === 403 && error.reason === 'step-up'
      setFailure({ message: messageOf(error), needsCode })
    } finally {
      setBusy(false)
      setSent(null)
    }
  }
  return {
    start,
    check,
    /** What would come of it, once that has been asked with these answers. */
    wouldCome,
    sent,
    failure,
    /** Rows whose file was refused, with why; they are left out unless their file is changed. */
    leftOut,
    isBusy,
    /** Other answers are another act. */
    changed: () => {
      key.current = crypto.randomUUID()
      setLeftOut(new Map())
      setWouldCome(null)
    },
    forgetFailure: () => setFailure(null),
  }
}
