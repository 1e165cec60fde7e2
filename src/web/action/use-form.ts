import { useMemo, useRef, useState } from 'react'
import type { Action, Answers, Facts } from '#actions/kit/action'
import { judge, normalised, typedAnswers, visibleAnswers, type Asking } from '#actions/kit/judge'
import { isReadonly } from '#actions/common/presented'
import { isApiProblem, messageOf, type FieldMessage } from '../api-problem.ts'

/** Why a form was not taken. */
export interface Failure {
  message: string
  isStale: boolean
  /** What has to be put right first, before it can be sent again: a fresh code, or a second factor. */
  barred: string | null
}

/** The answers of an open form, judged on every change, and what is said about them. */
export const useForm = (asking: Asking & Pick<Action, 'normalise'>, first: Answers, facts: Facts) => {
  const begun = useRef(first)
  const [answers, setAnswers] = useState(first)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [byHand, setByHand] = useState<ReadonlySet<string>>(new Set())
  const [showsAll, setShowsAll] = useState(false)
  const [asked, setAsked] = useState(0)
  const [refused, setRefused] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<Failure | null>(null)

  const shown = useMemo(() => visibleAnswers(asking, answers, facts), [asking, answers, facts])
  const typed = useMemo(() => typedAnswers(asking, answers, facts), [asking, answers, facts])
  const judged = useMemo(() => judge(asking, answers, facts), [asking, answers, facts])
  const messages = { ...refused, ...judged }

  const answer = (name: string, value: unknown) => {
    setAnswers(before => normalised(asking, { ...before, [name]: value }, facts))
    setByHand(before => (before.has(name) ? before : new Set(before).add(name)))
    setRefused(before =>
      Object.fromEntries(Object.entries(before).filter(([of]) => of !== name && !of.startsWith(`${name}.`))),
    )
  }

  /** Shows what is wrong: with the answers by their questions, and of all the rest a sentence. Answers which questions. */
  const refuse = (said: readonly FieldMessage[], failed?: Failure): readonly string[] => {
    const byField = said.filter(one => one.field in asking.fields || one.field.includes('.'))
    const others = said.filter(one => !byField.includes(one))
    setRefused(Object.fromEntries(byField.map(one => [one.field, one.message])))
    setShowsAll(byField.length > 0)
    setFailure({
      ...(failed ?? { isStale: false, barred: null }),
      message:
        others.map(one => one.message).join('. ') ||
        (byField.length > 0 ? 'Correct the answers below' : (failed?.message ?? '')),
    })
    return byField.map(one => one.field)
  }

  return {
    fields: asking.fields,
    facts,
    answers,
    shown,
    /** The same, as rules may see them. */
    typed,
    messages,
    /** Can the answer to a question only be the one it is? What somebody has just answered stays as it is under the fingers. */
    isReadonly: (name: string): boolean => !byHand.has(name) && isReadonly(asking, name, typed, facts),
    /** Is the answer another than the form began with? */
    hasChanged: (name: string): boolean => answers[name] !== begun.current[name],
    hasErrors: Object.keys(judged).length > 0,
    /** Has the reader begun to answer, or tried to send it? Of a form that nobody has touched no error is told. */
    isTouched: showsAll || answers !== begun.current,
    showsAll,
    setShowsAll,
    /** How often it was asked what is wrong: each time the reader is put before the summary. */
    asked,
    /** Shows all that is wrong, and puts the reader before it. */
    showErrors: () => {
      setShowsAll(true)
      setAsked(before => before + 1)
    },
    failure,
    isChanged: answers !== begun.current,
    answer,
    /** Takes answers that have come from elsewhere. */
    fill: (more: Answers) => setAnswers(before => ({ ...before, ...more })),
    leave: (name: string) => setLeft(before => (before.has(name) ? before : new Set(before).add(name))),
    /** A message is shown once its question has been left, or when all are asked for. */
    messageFor: (name: string): string | undefined =>
      showsAll || left.has(name) ? messages[name] : undefined,
    refuse,
    /** Shows what the server has refused, or that it could not be reached. Answers which questions are wrong. */
    fail: (error: unknown): readonly string[] => {
      const problem = isApiProblem(error) ? error : null
      return refuse(problem?.messages ?? [], {
        message: messageOf(error),
        isStale: problem?.status === 409,
        barred: problem?.status === 403 ? problem.reason : null,
      })
    },
    /** What was typed stays; sending again is up to the reader. */
    forgetFailure: () => setFailure(null),
  }
}

/** The questions of an open form, as their controls see them. */
export type FormState = ReturnType<typeof useForm>
