import { useEffect, useRef, useState } from 'react'
import type { Answers } from '#actions/kit/action'
import { startBulkAct } from '#contract/bulk'
import type { QueueAct, QueueRow } from '#contract/queue'
import { bodyOf } from '../../action/submission.ts'
import { isApiProblem, messageOf } from '../../api-problem.ts'
import { send, submitForm } from '../../api.ts'
import { urlOfForm } from './use-bulk-forms.ts'
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
  const known = useRef(new Map<File, unknown>())
  const key = useRef(crypto.randomUUID())
  const stops = useRef<AbortController | null>(null)
  useEffect(() => () => stops.current?.abort(), [])

  const sendFiles = async ({ row, values, files }: BulkRow, shared: Answers, signal: AbortSignal) => {
    const fresh = Object.entries(files).filter(([, file]) => !known.current.has(file))
    if (fresh.length > 0) {
      const answers = {
        ...shared,
        ...values,
        ...Object.fromEntries(fresh.map(([name, file]) => [name, { id: file.name, name: file.name, file }])),
      }
      const body = bodyOf(answers, row.version, true)
      const watching = { signal, onProgress: () => undefined }
      const said = await submitForm(urlOfForm(act, row), body, crypto.randomUUID(), watching)
      if (!('files' in said)) throw new Error('The file was not looked at')
      for (const [name, file] of fresh) known.current.set(file, said.files[name])
    }
    return Object.fromEntries(Object.entries(files).map(([name, file]) => [name, known.current.get(file)]))
  }

  /** Begins it with all of these rows, or says what is in the way. */
  const start = async (rows: readonly BulkRow[], shared: Answers): Promise<void> => {
    setBusy(true)
    setFailure(null)
    const controller = new AbortController()
    stops.current = controller
    const { kind, action } = partsOf(act)
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
      if (failed.size > leftOut.size || items.length === 0) return
      const { id } = await send(startBulkAct, {
        body: {
          key: key.current,
          kind: kind === 'project' ? 'project' : 'requirement',
          action,
          values: shared,
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
    sent,
    failure,
    /** Rows whose file was refused, with why; they are left out unless their file is changed. */
    leftOut,
    isBusy,
    /** Other answers are another act. */
    changed: () => {
      key.current = crypto.randomUUID()
      setLeftOut(new Map())
    },
    forgetFailure: () => setFailure(null),
  }
}
