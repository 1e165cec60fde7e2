import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { findAction } from '#actions/index'
import { dayOf } from '#domain/dates'
import type { FileRef } from '#domain/filed-document'
import { actorFor } from '../auth/sessions.ts'
import { receiveUpload, type FileStore } from '../files/file-store.ts'
import { runAction } from '../runner/run-action.ts'
import type { Runtime } from '../runner/runtime.ts'
import { note, noteOf } from '../store/notes.ts'
import { performMatch } from '../tasks/match.ts'
import { claim, HEARTBEAT_MS, openTaskOf } from '../tasks/queue.ts'
import { documentFor } from './documents.ts'
import { addEverybody, addFounders, demonstrationHash } from './people.ts'
import { demonstrationScript } from './script.ts'
import type { Step } from './step.ts'

const LOADED = 'demonstration-loaded'
const BEGUN = 'demonstration-day'

/**
 * Loads the demonstration market by having its people do what they did, each with the clock of that moment. Every step
 * bears a key under which its answer is kept, so a load that was broken off goes on where it stopped.
 */
export const loadDemonstration = async (
  runtime: Runtime,
  files: FileStore,
  password: string,
  progress: (done: number, of: number) => void,
): Promise<void> => {
  const { db } = runtime.store
  if (await noteOf(db, LOADED)) return
  const today = (await noteOf(db, BEGUN)) ?? dayOf(runtime.now())
  await note(db, BEGUN, today)

  const passwordHash = await demonstrationHash(password)
  await addFounders(runtime, passwordHash)
  const script = demonstrationScript(today)
  for (const [index, step] of script.entries()) {
    await play(runtime, files, step, index)
    if (step.action === 'CreateOrganisation' && script[index + 1]?.action !== 'CreateOrganisation')
      await addEverybody(runtime, passwordHash)
    progress(index + 1, script.length)
  }
  await note(db, LOADED, today)
}

/** Ids that are the same each time the demonstration is loaded. */
const idsFor = (step: Step, index: number): (() => string) => {
  const given = [...(step.ids ?? [])]
  let count = 0
  return () => {
    count += 1
    return given.shift() ?? createHash('sha256').update(`${index} ${count}`).digest('hex').slice(0, 16)
  }
}

const play = async (runtime: Runtime, files: FileStore, step: Step, index: number): Promise<void> => {
  const actor = await actorFor(runtime.store.db, step.by)
  if (!actor) throw new Error(`The demonstration knows no user ${step.by}`)
  const then: Runtime = { ...runtime, now: () => step.at, newId: idsFor(step, index) }
  const documents: Record<string, FileRef> = {}
  for (const field of step.documents ?? []) {
    const { label = 'Document', accept = [] } = findAction(step.kind, step.action)?.fields[field] ?? {}
    const { name, bytes } = documentFor(label)
    const id = `demonstration-${index}-${field}`
    // A load that goes on may find the document there already.
    const before = await runtime.store.read.one('filedDocument', id)
    documents[field] = before
      ? { id, name: before.name }
      : await receiveUpload({ ...then, newId: () => id }, files, Readable.from([bytes]), {
          name,
          accept,
          actor,
        })
  }
  try {
    await runAction(then, {
      actor,
      kind: step.kind,
      subjectId: step.subjectId,
      actionName: step.action,
      submission: { values: { ...step.values, ...documents } },
      idempotencyKey: `demonstration-${index}`,
      isUnwatched: true,
    })
  } catch (error) {
    const { kind, subjectId, action, by } = step
    const why = error instanceof Error && 'body' in error ? JSON.stringify(error.body) : ''
    throw new Error(`The demonstration stopped at ${by}: ${action} on ${kind} ${subjectId} ${why}`, {
      cause: error,
    })
  }
  if (step.action === 'Match') await matchNow(then, step.subjectId)
}

/** The match of an earlier round is solved there and then, with the clock of its day. */
const matchNow = async (runtime: Runtime, roundId: string): Promise<void> => {
  const { db } = runtime.store
  for (;;) {
    const task = await openTaskOf(db, roundId)
    if (!task) return
    const held = await claim(db, task)
    if (held) await performMatch(runtime, held, new AbortController().signal)
    // A load that was broken off here holds the task until its lease runs out.
    else await setTimeout(HEARTBEAT_MS)
  }
}
