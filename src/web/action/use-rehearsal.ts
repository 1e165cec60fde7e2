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
 * What would come of these answers, asked by itself while they are `complete` and nobody types, or at once when somebody
 * presses. It holds for these answers only; what was told of others before stays to be looked at until the new is there.
 */
export const useRehearsal = (
  url: string,
  version: number,
  { values, isComplete, isAtOnce }: { values: Answers; isComplete: boolean; isAtOnce: boolean },
  /** The answers with the files that were sent for it, which need not be sent again. */
  withFiled: (sent: Answers, said: Rehearsal) => Answers,
) => {
  const of = JSON.stringify(values)
  const [told, setTold] = useState<Told | null>(null)
  const [last, setLast] = useState<Rehearsal | null>(null)
  const [due, setDue] = useState<string | null>(null)
  const [pressed, setPressed] = useState<string | null>(null)
  const [led, setLed] = useState(0)
  const lead = () => setLed(before => before + 1)
  const tell = (sent: Answers, rehearsal: Rehearsal) => {
    setTold({ of: JSON.stringify(withFiled(sent, rehearsal)), rehearsal })
    setLast(rehearsal)
  }
  const current = told?.of === of ? told : null
  const rehearsal = current && 'rehearsal' in current ? current.rehearsal : null
  const isAsked = isComplete && current === null
  const isDue = isAtOnce || due === of

  useEffect(() => {
    if (!isAsked || isDue) return undefined
    const waiting = setTimeout(() => setDue(of), PAUSE)
    return () => clearTimeout(waiting)
  }, [isAsked, isDue, of])

  const ask = useEffectEvent(async (isOver: () => boolean) => {
    try {
      const said = await submitForm(url, bodyOf(values, version, true), crypto.randomUUID(), UNWATCHED)
      if (!isOver() && 'messages' in said) tell(values, said)
    } catch (error) {
      if (!isOver()) setTold({ of, failed: messageOf(error) })
    }
  })
  useEffect(() => {
    if (!isAsked || !isDue) return undefined
    let isOver = false
    void ask(() => isOver)
    return () => {
      isOver = true
    }
  }, [isAsked, isDue, of])

  const [inView, setInView] = useState<Told | null>(null)
  useEffect(() => {
    const waiting = setTimeout(() => setInView(told), IN_VIEW)
    return () => clearTimeout(waiting)
  }, [told])

  const canBeDone = rehearsal !== null && rehearsal.changes !== null
  const isInView = canBeDone && inView === current
  return {
    /** Has what would come of the answers been in view, so that it can be done? */
    isInView,
    /** What would come of the answers as they are; null while that is not known. */
    rehearsal,
    /** The last that was told, of whatever answers. */
    last,
    isAsked,
    /** Somebody pressed before it could be done, and it will be possible in a moment. */
    isAwaited: pressed === of && !isInView && (isAsked || canBeDone),
    /** A press before it can be done: it is asked at once, or again, and the reader is put before what comes. */
    press: () => {
      if (current && 'failed' in current) setTold(null)
      setDue(of)
      setPressed(of)
      if (!isInView) lead()
    },
    /** Why it could not be told. */
    failed: current && 'failed' in current ? current.failed : null,
    again: () => setTold(null),
    /** How often the reader is to be put before it. */
    led,
    /** Tells what was asked for with files that were sent for it. */
    tell: (answers: Answers, said: Rehearsal) => {
      tell(answers, said)
      lead()
    },
  }
}
