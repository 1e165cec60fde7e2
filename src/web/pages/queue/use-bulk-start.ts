import { useEffect, useRef, useState } from 'react'
import type { Answers } from '#actions/kit/action'
import { startBulkAct } from '#contract/desk/bulk'
import type { BulkActChoice, BulkSubject } from '#contract/desk/queue'
import { submissionBody } from '../../action/questions/submission.ts'
import { isApiProblem, messageOf } from '../../api/api-problem.ts'
import { sendRequest, submitForm } from '../../api/api.ts'
import { bulkFormUrl } from './use-bulk-forms.ts'
import { type RowPreview, type BulkPreview, summarisePreviews } from './what-would-come.ts'
import { splitActId } from './words.ts'

/** Row of a bulk action as it is submitted: its own answers, and its files, chosen but not yet uploaded. */
export interface BulkRow {
  row: BulkSubject
  values: Answers
  files: Readonly<Record<string, File>>
}

interface Failure {
  message: string
  needsCode: boolean
}

/**
 * Uploads the files of the rows, each by a dry run of the single action, which checks the file as the action
 * would. Then starts the bulk action with the ids of the stored files. A file that has been uploaded is not
 * uploaded again.
 */
export const useBulkStart = (act: BulkActChoice, onStarted: (id: string) => void) => {
  const [sent, setSent] = useState<{ done: number; of: number } | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [leftOut, setLeftOut] = useState<ReadonlyMap<string, string>>(new Map())
  const [isBusy, setBusy] = useState(false)
  const [wouldCome, setWouldCome] = useState<BulkPreview | null>(null)
  const known = useRef(new Map<File, unknown>())
  const key = useRef(crypto.randomUUID())
  const stops = useRef<AbortController | null>(null)
  useEffect(() => () => stops.current?.abort(), [])

  /**
   * Runs the single action on a row as a dry run, which also uploads those of its files that have not been
   * uploaded.
   */
  const rehearse = async ({ row, values, files }: BulkRow, shared: Answers, signal: AbortSignal) => {
    const picked = Object.entries(files).map(([name, file]) => [
      name,
      known.current.get(file) ?? { id: file.name, name: file.name, file },
    ])
    const answers = { ...shared, ...values, ...Object.fromEntries(picked) }
    const watching = { signal, onProgress: () => undefined }
    const body = submissionBody(answers, row.version, true)
    const said = await submitForm(bulkFormUrl(act, row), body, crypto.randomUUID(), watching)
    if (!('files' in said)) throw new Error('The dry run returned no preview')
    for (const [name, file] of Object.entries(files)) known.current.set(file, said.files[name])
    return said
  }

  const sendFiles = async (one: BulkRow, shared: Answers, signal: AbortSignal) => {
    if (Object.values(one.files).some(file => !known.current.has(file))) await rehearse(one, shared, signal)
    return Object.fromEntries(
      Object.entries(one.files).map(([name, file]) => [name, known.current.get(file)]),
    )
  }

  /** Runs all of these rows as a dry run and sums up the effect. Nothing is changed. */
  const check = async (rows: readonly BulkRow[], shared: Answers): Promise<void> => {
    setBusy(true)
    setFailure(null)
    const controller = new AbortController()
    stops.current = controller
    const rehearsed: RowPreview[] = []
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
      const come = summarisePreviews(rehearsed)
      setWouldCome({ ...come, refused: [...come.refused, ...refused] })
    } catch (error) {
      if (!controller.signal.aborted) setFailure({ message: messageOf(error), needsCode: false })
    } finally {
      setBusy(false)
      setSent(null)
    }
  }

  /** Starts the bulk action with all of these rows, or shows why it cannot start. */
  const start = async (rows: readonly BulkRow[], shared: Answers, reason?: string): Promise<void> => {
    setBusy(true)
    setFailure(null)
    const controller = new AbortController()
    stops.current = controller
    const { action } = splitActId(act)
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
      const { id } = await sendRequest(startBulkAct, {
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
    /** Preview of the effect, once it has been requested for these answers. */
    wouldCome,
    sent,
    failure,
    /** Rows whose file was refused, with the reason. They are left out unless their file changes. */
    leftOut,
    isBusy,
    /** Changed answers make it a different act, so earlier results no longer count. */
    changed: () => {
      key.current = crypto.randomUUID()
      setLeftOut(new Map())
      setWouldCome(null)
    },
    forgetFailure: () => setFailure(null),
  }
}
