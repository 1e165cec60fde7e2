import { useEffect } from 'react'
import type { Answers, ActionFacts } from '#actions/kit/action'
import { Questions } from '../../action/questions/questions.tsx'
import { useForm } from '../../action/questions/use-form.ts'
import type { BulkFormPart } from './asking-parts.ts'

/** Answers for one record; invalid until its rules are met. */
export interface SingleRowAnswers {
  values: Answers
  isWrong: boolean
}

/** Fields that each record has for itself, under its name. */
export const RowAnswers = ({
  name,
  asking,
  first,
  facts,
  showsAll,
  onChange,
}: {
  name: string
  asking: BulkFormPart
  first: Answers
  facts: ActionFacts
  showsAll: boolean
  onChange: (answer: SingleRowAnswers) => void
}) => {
  const form = useForm(asking, first, facts)
  const { shown, hasErrors, setShowsAll } = form
  useEffect(() => onChange({ values: shown, isWrong: hasErrors }), [shown, hasErrors, onChange])
  useEffect(() => setShowsAll(showsAll), [showsAll, setShowsAll])
  const names = Object.keys(asking.fields)
  // A record that has answered everything is asked nothing.
  if (!names.some(field => field in shown)) return null
  return (
    <fieldset className="queue-own">
      <legend>{name}</legend>
      <Questions form={form} names={names} />
    </fieldset>
  )
}
