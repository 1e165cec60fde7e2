import { useEffect, useMemo, useRef, useState } from 'react'
import type { Action, Facts } from '#actions/kit/action'
import { besides, warnings } from '#actions/kit/judge'
import type { ActionForm, Done } from '#contract/form'
import { listMentionable } from '#contract/subject'
import { fetchAnswer, refreshAfter, submitForm } from '../api.ts'
import { bodyOf } from './submission.ts'
import { useForm } from './use-form.ts'

/** How far a submission has come. */
type Stage = 'asking' | 'submitting' | 'done'

/** The state of one open form of an action: its answers, and its submission. */
export const useAction = (action: Action, form: ActionForm, url: string) => {
  const facts = useMemo<Facts>(() => ({ ...form.given, declarations: form.declarations }), [form])
  const asked = useForm(action, form.values, facts)
  const { answers, shown, hasErrors, setShowsAll } = asked
  const [stage, setStage] = useState<Stage>('asking')
  const [preview, setPreview] = useState<readonly string[] | null>(null)
  const key = useRef(crypto.randomUUID())
  const [sending, setSending] = useState<number | null>(null)
  const stopping = useRef<AbortController | null>(null)
  // A form that is closed sends no more of its files.
  useEffect(() => () => stopping.current?.abort(), [])
  const warned = useMemo(
    () => warnings(action, answers, form.subject, facts),
    [action, answers, form.subject, facts],
  )
  const beside = useMemo(() => besides(action, answers, facts), [action, answers, facts])
  const asksFirst = action.preview !== undefined && preview === null

  const answer = (name: string, value: unknown) => {
    // The same key with another body would be refused, so other answers are another submission.
    key.current = crypto.randomUUID()
    setPreview(null)
    asked.answer(name, value)
  }

  const submit = async (): Promise<Done | null> => {
    if (hasErrors || stage !== 'asking') {
      setShowsAll(true)
      return null
    }
    setStage('submitting')
    asked.forgetFailure()
    const body = bodyOf(shown, form.version, asksFirst || undefined)
    const stops = new AbortController()
    if (body instanceof FormData) {
      stopping.current = stops
      setSending(0)
    }
    // Once all has been sent, stopping would not undo what the server does with it.
    const onProgress = (part: number) => {
      if (part === 1) stopping.current = null
      setSending(part === 1 ? null : part)
    }
    try {
      const done = await submitForm(url, body, key.current, { signal: stops.signal, onProgress })
      if ('messages' in done) {
        setStage('asking')
        if (done.messages.length > 0) asked.refuse(done.messages)
        else {
          // What has been uploaded to be looked at need not be sent again.
          asked.fill(done.files)
          setPreview(done.sentences)
        }
        return null
      }
      setStage('done')
      refreshAfter(done.context)
      return done
    } catch (error) {
      if (!stops.signal.aborted) asked.fail(error)
      setStage('asking')
      return null
    } finally {
      stopping.current = null
      setSending(null)
    }
  }

  return {
    ...asked,
    form,
    warned,
    beside,
    stage,
    /** Which part of its files has been sent, from 0 to 1; null while none are. */
    sending,
    /** Sends no more of its files: nothing will have been done. */
    stopSending: () => stopping.current?.abort(),
    /** What would come of it, once that has been asked. */
    preview,
    /** Is it to be shown what would come of it before it is done? */
    asksFirst,
    isDirty: stage === 'asking' && asked.isChanged,
    answer,
    submit,
    /** What the subject holds already of what can be chosen. */
    heldFor: (name: string) => form.fields.find(one => one.id === name)?.options ?? undefined,
    /** Finds who can be mentioned on the subject. */
    findPeople: async (text: string) => {
      const on = { subjectType: action.on, subjectId: String(form.subject.id) }
      return (await fetchAnswer(listMentionable, { query: { ...on, q: text } })).items
    },
  }
}

/** One open form of an action, as its parts see it. */
export type OpenForm = ReturnType<typeof useAction>
