import { useEffect, useEffectEvent, useState } from 'react'
import type { Answers } from '#actions/kit/action'
import type { Rehearsal } from '#contract/form'
import { submitForm } from '../api.ts'
import { messageOf } from '../api-problem.ts'
import { bodyOf } from './submission.ts'

/** How long nobody must type before it is asked: a rehearsal holds the same locks as the act itself. */
const PAUSE = 700

/** How long what has come is in view before the act can be pressed, so that a second press of what stood there before does nothing. */
const IN_VIEW = 500

/** What is known of what would come of some answers. */
type Told = { of: string } & ({ rehearsal: Rehearsal } | { failed: string })

const UNWATCHED = { signal: new AbortController().signal, onProgress: () => {} }

/**
 * What would come of these answers, asked by itself while they are `complete` and nobody types. It holds for these answers
 * only; what was told of others before stays to be looked at until the new is there.
 */
export const useRehearsal = (
  url: string,
  version: number,
  { values, isComplete, isAtOnce }: { values: Answers; isComplete: boolean; isAtOnce: boolean },
) => {
  const of = JSON.stringify(values)
  const [told, setTold] = useState<Told | null>(null)
  const [last, setLast] = useState<Rehearsal | null>(null)
  const tell = (answers: Answers, rehearsal: Rehearsal) => {
    setTold({ of: JSON.stringify(answers), rehearsal })
    setLast(rehearsal)
  }
  const current = told?.of === of ? told : null
  const isAsked = isComplete && current === null

  const ask = useEffectEvent(async (isOver: () => boolean) => {
    try {
      const said = await submitForm(url, bodyOf(values, version, true), crypto.randomUUID(), UNWATCHED)
      if (!isOver() && 'messages' in said) tell(values, said)
    } catch (error) {
      if (!isOver()) setTold({ of, failed: messageOf(error) })
    }
  })
  useEffect(() => {
    if (!isAsked) return undefined
    let isOver = false
    const waiting = setTimeout(() => void ask(() => isOver), isAtOnce ? 0 : PAUSE)
    return () => {
      isOver = true
      clearTimeout(waiting)
    }
  }, [isAsked, of, isAtOnce])

  const [inView, setInView] = useState<Told | null>(null)
  useEffect(() => {
    const waiting = setTimeout(() => setInView(told), IN_VIEW)
    return () => clearTimeout(waiting)
  }, [told])

  return {
    /** Has what would come of the answers been in view, so that it can be done? */
    isInView:
      current !== null && 'rehearsal' in current && current.rehearsal.changes !== null && inView === current,
    /** What would come of the answers as they are; null while that is not known. */
    rehearsal: current && 'rehearsal' in current ? current.rehearsal : null,
    /** The last that was told, of whatever answers. */
    last,
    isAsked,
    /** Why it could not be told. */
    failed: current && 'failed' in current ? current.failed : null,
    again: () => setTold(null),
    tell,
  }
}
