import { useRef, useState, type ComponentType } from 'react'
import { FIELD_REQUIRED } from '#domain/messages'
import type { Choice } from '#actions/kit/fields'
import { isApiProblem, messageOf } from '../api-problem.ts'
import type { FieldProps } from '../fields/field-props.ts'

/** The answers of a form about an account so far; nothing typed is no value. */
export type Entered<N extends string = string> = Readonly<Record<N, string | null>>

/** One question of such a form. */
export interface Asked {
  label: string
  control: ComponentType<FieldProps<string>>
  autocomplete: string
  isOptional?: boolean
  /** What to know before answering. */
  note?: string
  choices?: readonly Choice[]
  /** What is wrong with an answer, if anything, given all of them. */
  wrong?: (answer: string, all: Entered) => string | undefined
}

const judgeAll = (asked: Record<string, Asked>, answers: Entered): Record<string, string> => {
  const found: Record<string, string> = {}
  for (const [name, { isOptional, wrong }] of Object.entries(asked)) {
    const answer = answers[name]
    const message = answer ? wrong?.(answer, answers) : isOptional ? undefined : FIELD_REQUIRED
    if (message) found[name] = message
  }
  return found
}

/** The state of a form about an account, which is no action: its answers, judged on every change, and its sending. */
export const useEntry = <N extends string>(
  asked: Record<N, Asked>,
  { first, send }: { first?: Partial<Entered<N>>; send: (answers: Entered<N>) => Promise<void> },
) => {
  const [answers, setAnswers] = useState(
    () =>
      Object.fromEntries(
        Object.keys(asked).map(name => [name, first?.[name as N] ?? null]),
      ) as unknown as Entered<N>,
  )
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [showsAll, setShowsAll] = useState(false)
  const [refused, setRefused] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isSending = useRef(false)
  const judged = judgeAll(asked, answers)
  const messages = { ...refused, ...judged }
  const hasErrors = Object.keys(judged).length > 0

  const refuse = (error: unknown): readonly string[] => {
    const all = isApiProblem(error) ? error.messages : []
    const byField = all.filter(one => one.field in asked)
    const others = all.filter(one => !byField.includes(one)).map(one => one.message)
    setRefused(Object.fromEntries(byField.map(one => [one.field, one.message])))
    setShowsAll(byField.length > 0)
    setFailure(others.join('. ') || (byField.length > 0 ? 'Correct the answers below' : messageOf(error)))
    return byField.map(one => one.field)
  }

  /** Sends the answers, and says which of them are wrong. */
  const submit = async (): Promise<readonly string[]> => {
    if (hasErrors) {
      setShowsAll(true)
      return Object.keys(judged)
    }
    if (isSending.current) return []
    isSending.current = true
    setBusy(true)
    setFailure(null)
    try {
      await send(answers)
      return []
    } catch (error) {
      return refuse(error)
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }

  return {
    asked: asked as Record<string, Asked>,
    answers: answers as Entered,
    messages,
    hasErrors,
    showsAll,
    setShowsAll,
    failure,
    isBusy,
    answer: (name: string, value: string | null) => {
      setAnswers(before => ({ ...before, [name]: value }))
      setRefused(before => Object.fromEntries(Object.entries(before).filter(([of]) => of !== name)))
    },
    leave: (name: string) => setLeft(before => (before.has(name) ? before : new Set(before).add(name))),
    messageFor: (name: string): string | undefined =>
      showsAll || left.has(name) ? messages[name] : undefined,
    submit,
  }
}

/** One such form, as its parts see it. */
export type Entry = ReturnType<typeof useEntry>
