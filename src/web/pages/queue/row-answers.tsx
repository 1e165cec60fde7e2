import { useEffect } from 'react'
import type { Answers, Facts } from '#actions/kit/action'
import { Questions } from '../../action/questions.tsx'
import { useForm } from '../../action/use-form.ts'
import type { AskingPart } from './asking-parts.ts'

/** What is answered of one thing; wrong until its rules are met. */
export interface RowAnswer {
  values: Answers
  isWrong: boolean
}

/** The questions that one thing is asked by itself, under its name. */
export const RowAnswers = ({
  name,
  asking,
  first,
  facts,
  showsAll,
  onChange,
}: {
  name: string
  asking: AskingPart
  first: Answers
  facts: Facts
  showsAll: boolean
  onChange: (answer: RowAnswer) => void
}) => {
  const form = useForm(asking, first, facts)
  const { shown, hasErrors, setShowsAll } = form
  useEffect(() => onChange({ values: shown, isWrong: hasErrors }), [shown, hasErrors, onChange])
  useEffect(() => setShowsAll(showsAll), [showsAll, setShowsAll])
  return (
    <fieldset className="queue-own">
      <legend>{name}</legend>
      <Questions form={form} names={Object.keys(asking.fields)} />
    </fieldset>
  )
}
