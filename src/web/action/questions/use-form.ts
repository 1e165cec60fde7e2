import { useMemo, useRef, useState } from 'react'
import type { Action, Answers, ActionFacts } from '#actions/kit/action'
import {
  validateAnswers,
  normaliseAnswers,
  typedAnswers,
  visibleAnswers,
  type FormRules,
} from '#actions/kit/judge'
import { isFieldReadonly } from '#actions/fields/presented'
import { FIELD_REQUIRED } from '#domain/values/messages'
import { isApiProblem, messageOf, type FieldMessage } from '../../api/api-problem.ts'
import { CORRECT_ANSWERS_TEXT } from './messages.ts'

/** Reason why a form was refused. */
export interface FormRefusal {
  message: string
  isStale: boolean
  /** Obstacle to remove before it is sent again: a fresh code, or a second factor. */
  barred: string | null
}

/** Answers of an open form, validated on every change, with their messages. */
export const useForm = (
  asking: FormRules & Pick<Action, 'normalise'>,
  first: Answers,
  facts: ActionFacts,
) => {
  const begun = useRef(first)
  const [answers, setAnswers] = useState(first)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [byHand, setByHand] = useState<ReadonlySet<string>>(new Set())
  const [showsAll, setShowsAll] = useState(false)
  const [asked, setAsked] = useState(0)
  const [refused, setRefused] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<FormRefusal | null>(null)

  const shown = useMemo(() => visibleAnswers(asking, answers, facts), [asking, answers, facts])
  const typed = useMemo(() => typedAnswers(asking, answers, facts), [asking, answers, facts])
  const judged = useMemo(() => validateAnswers(asking, answers, facts), [asking, answers, facts])
  const messages = { ...refused, ...judged }

  const answer = (name: string, value: unknown) => {
    setAnswers(before => normaliseAnswers(asking, { ...before, [name]: value }, facts))
    setByHand(before => (before.has(name) ? before : new Set(before).add(name)))
    setRefused(before =>
      Object.fromEntries(Object.entries(before).filter(([of]) => of !== name && !of.startsWith(`${name}.`))),
    )
  }

  /**
   * Shows errors: those of answers at their fields, all others in a sentence. Returns the names of the
   * fields.
   */
  const refuse = (said: readonly FieldMessage[], failed?: FormRefusal): readonly string[] => {
    const byField = said.filter(one => one.field in asking.fields || one.field.includes('.'))
    const others = said.filter(one => !byField.includes(one))
    setRefused(Object.fromEntries(byField.map(one => [one.field, one.message])))
    setShowsAll(byField.length > 0)
    setFailure({
      ...(failed ?? { isStale: false, barred: null }),
      message:
        others.map(one => one.message).join('. ') ||
        (byField.length > 0 ? CORRECT_ANSWERS_TEXT : (failed?.message ?? '')),
    })
    return byField.map(one => one.field)
  }

  return {
    fields: asking.fields,
    facts,
    answers,
    shown,
    /** Answers in the form that rules expect. */
    typed,
    messages,
    /**
     * Returns true if the answer can only be what it is. A field that the user has just changed stays
     * editable.
     */
    isReadonly: (name: string): boolean => !byHand.has(name) && isFieldReadonly(asking, name, typed, facts),
    /** Returns true if the answer differs from the initial answer. */
    hasChanged: (name: string): boolean => answers[name] !== begun.current[name],
    hasErrors: Object.keys(judged).length > 0,
    /** Every error is an answer that is not given yet. */
    isOnlyMissing: Object.entries(messages).every(
      ([name, message]) => message === (asking.fields[name]?.whenEmpty ?? FIELD_REQUIRED),
    ),
    /** The user has changed an answer or tried to submit. An untouched form shows no errors. */
    isTouched: showsAll || answers !== begun.current,
    showsAll,
    setShowsAll,
    /** Number of times the errors were requested; each time the summary takes the focus. */
    asked,
    /** Shows all errors and focuses the summary. */
    showErrors: () => {
      setShowsAll(true)
      setAsked(before => before + 1)
    },
    failure,
    isChanged: answers !== begun.current,
    answer,
    /** Fills in answers from elsewhere. */
    fill: (more: Answers) => setAnswers(before => ({ ...before, ...more })),
    leave: (name: string) => setLeft(before => (before.has(name) ? before : new Set(before).add(name))),
    /** Returns a message once its field has been left, or when all are requested. */
    messageFor: (name: string): string | undefined =>
      showsAll || left.has(name) ? messages[name] : undefined,
    refuse,
    /**
     * Shows the server's refusal, or that it could not be reached. Returns the names of the fields with
     * errors.
     */
    fail: (error: unknown): readonly string[] => {
      const problem = isApiProblem(error) ? error : null
      return refuse(problem?.messages ?? [], {
        message: messageOf(error),
        isStale: problem?.status === 409,
        barred: problem?.status === 403 ? problem.reason : null,
      })
    },
    /** Clears the failure; the answers stay, and the user decides about sending them again. */
    forgetFailure: () => setFailure(null),
  }
}

/** Fields of an open form, as their controls use them. */
export type FormState = ReturnType<typeof useForm>
