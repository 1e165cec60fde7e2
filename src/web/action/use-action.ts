import { useMemo, useRef, useState } from 'react'
import type { Action, Answers, Facts } from '#actions/kit/action'
import { judge, visibleAnswers, warnings } from '#actions/kit/judge'
import type { ActionForm, Done } from '#contract/form'
import { isApiProblem } from '../api-problem.ts'
import { refreshAfter, submitForm } from '../api.ts'
import { bodyOf } from './submission.ts'

/** How far a submission has come. */
type Stage = 'asking' | 'submitting' | 'done'

interface Failure {
  message: string
  isStale: boolean
  /** What has to be put right first, before it can be sent again: a fresh code, or a second factor. */
  barred: string | null
}

/** The state of one open form: its answers, judged on every change, and its submission. */
export const useAction = (action: Action, form: ActionForm, url: string) => {
  const facts = useMemo<Facts>(() => ({ ...form.given, declarations: form.declarations }), [form])
  const first = useRef<Answers>(form.values)
  const [answers, setAnswers] = useState<Answers>(form.values)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [showsAll, setShowsAll] = useState(false)
  const [refused, setRefused] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<Failure | null>(null)
  const [stage, setStage] = useState<Stage>('asking')
  const [preview, setPreview] = useState<readonly string[] | null>(null)
  const key = useRef(crypto.randomUUID())

  const shown = useMemo(() => visibleAnswers(action, answers, facts), [action, answers, facts])
  const judged = useMemo(() => judge(action, answers, facts), [action, answers, facts])
  const warned = useMemo(
    () => warnings(action, answers, form.subject, facts),
    [action, answers, form.subject, facts],
  )
  const messages = { ...refused, ...judged }
  const hasErrors = Object.keys(judged).length > 0
  const asksFirst = action.preview !== undefined && preview === null

  const answer = (name: string, value: unknown) => {
    // The same key with another body would be refused, so other answers are another submission.
    key.current = crypto.randomUUID()
    setPreview(null)
    setAnswers(before => {
      const after = { ...before, [name]: value }
      return { ...after, ...action.normalise?.(after, facts) }
    })
    setRefused(before =>
      Object.fromEntries(Object.entries(before).filter(([of]) => of !== name && !of.startsWith(`${name}.`))),
    )
  }

  /** Shows what is wrong: with the answers by their questions, and of all the rest a sentence. */
  const refuse = (said: readonly { field: string; message: string }[], failed?: Failure) => {
    const byField = said.filter(one => one.field in action.fields || one.field.includes('.'))
    const others = said.filter(one => !byField.includes(one))
    setRefused(Object.fromEntries(byField.map(one => [one.field, one.message])))
    setShowsAll(true)
    setFailure({
      ...(failed ?? { isStale: false, barred: null }),
      message:
        others.map(one => one.message).join('. ') ||
        (byField.length > 0 ? 'Correct the answers below' : (failed?.message ?? '')),
    })
  }

  const submit = async (): Promise<Done | null> => {
    if (hasErrors || stage !== 'asking') {
      setShowsAll(true)
      return null
    }
    setStage('submitting')
    setFailure(null)
    try {
      const body = bodyOf(shown, form.version, asksFirst || undefined)
      const done = await submitForm(url, body, key.current)
      if ('messages' in done) {
        setStage('asking')
        if (done.messages.length > 0) refuse(done.messages)
        else {
          // What has been uploaded to be looked at need not be sent again.
          setAnswers(before => ({ ...before, ...done.files }))
          setPreview(done.sentences)
        }
        return null
      }
      setStage('done')
      refreshAfter(done.context)
      return done
    } catch (error) {
      const problem = isApiProblem(error) ? error : null
      refuse(problem?.messages ?? [], {
        message: error instanceof Error ? error.message : String(error),
        isStale: problem?.status === 409,
        barred: problem?.status === 403 ? problem.reason : null,
      })
      setStage('asking')
      return null
    }
  }

  return {
    action,
    form,
    facts,
    answers,
    shown,
    messages,
    warned,
    hasErrors,
    showsAll,
    setShowsAll,
    failure,
    stage,
    /** What would come of it, once that has been asked. */
    preview,
    /** Is it to be shown what would come of it before it is done? */
    asksFirst,
    isDirty: stage === 'asking' && answers !== first.current,
    answer,
    leave: (name: string) => setLeft(before => (before.has(name) ? before : new Set(before).add(name))),
    /** A message is shown once its question has been left, or when all are asked for. */
    messageFor: (name: string): string | undefined =>
      showsAll || left.has(name) ? messages[name] : undefined,
    submit,
    /** What was typed stays; sending again is up to the reader. */
    forgetFailure: () => setFailure(null),
  }
}

/** One open form, as its parts see it. */
export type OpenForm = ReturnType<typeof useAction>
