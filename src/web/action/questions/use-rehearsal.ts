import { useEffect, useEffectEvent, useState } from 'react'
import type { Answers } from '#actions/kit/action'
import type { ActionPreview } from '#contract/kit/form'
import { submitForm } from '../../api/api.ts'
import { messageOf } from '../../api/api-problem.ts'
import { submissionBody } from './submission.ts'

/**
 * Milliseconds without typing before a dry run starts, because it takes the same locks as the action itself.
 */
const PAUSE = 700

/**
 * Milliseconds for which a preview must be visible before the action can be pressed, so that a double press
 * on the previous button does nothing.
 */
const IN_VIEW = 500

/** Preview for some answers, or its failure. */
type Told = { of: string } & ({ rehearsal: ActionPreview } | { failed: string })

const UNWATCHED = { signal: new AbortController().signal, onProgress: () => {} }

/**
 * Preview of the consequences of answers, requested automatically while they are `complete` and the user is
 * not typing, or immediately on a press. It is valid for these answers only; the previous one stays visible
 * until the new one arrives.
 */
export const usePreview = (
  url: string,
  version: number,
  { values, isComplete, isAtOnce }: { values: Answers; isComplete: boolean; isAtOnce: boolean },
  /** Replaces uploaded files by their stored references, so that they are not uploaded again. */
  withFiled: (sent: Answers, said: ActionPreview) => Answers,
) => {
  const of = JSON.stringify(values)
  const [told, setTold] = useState<Told | null>(null)
  const [last, setLast] = useState<ActionPreview | null>(null)
  const [due, setDue] = useState<string | null>(null)
  const [pressed, setPressed] = useState<string | null>(null)
  const [led, setLed] = useState(0)
  const lead = () => setLed(before => before + 1)
  const tell = (sent: Answers, rehearsal: ActionPreview) => {
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
      const said = await submitForm(
        url,
        submissionBody(values, version, true),
        crypto.randomUUID(),
        UNWATCHED,
      )
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
    /** The preview has been visible long enough, so the action can be done. */
    isInView,
    /** Preview for the current answers; null while there is none. */
    rehearsal,
    /** Last preview, for whatever answers. */
    last,
    isAsked,
    /** The user pressed before the action could be done, and it will be possible in a moment. */
    isAwaited: pressed === of && !isInView && (isAsked || canBeDone),
    /**
     * Handles a press before the action can be done: requests the preview, again if necessary, and moves the
     * focus to it.
     */
    press: () => {
      if (current && 'failed' in current) setTold(null)
      setDue(of)
      setPressed(of)
      if (!isInView) lead()
    },
    /** Reason why there is no preview. */
    failed: current && 'failed' in current ? current.failed : null,
    again: () => setTold(null),
    /** Number of times the preview has to take the focus. */
    led,
    /** Sets a preview that was requested with the uploaded files. */
    tell: (answers: Answers, said: ActionPreview) => {
      tell(answers, said)
      lead()
    },
  }
}
