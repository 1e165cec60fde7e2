import { ChevronRightIcon } from '../../icons/icons.tsx'
import { useId, useState } from 'react'
import type { ActionForm } from '#contract/kit/form'
import { Questions } from './questions.tsx'
import type { OpenActionForm } from './use-action.ts'

/** Fields under one heading, folded or open; a group with an error opens by itself. */
export const QuestionGroup = ({
  form,
  group,
}: {
  form: OpenActionForm
  group: ActionForm['groups'][number]
}) => {
  const id = useId()
  const [isChosenOpen, setOpen] = useState(group.defaultOpen)
  const isWrong = Object.keys(form.messages).some(name =>
    group.fieldIds.some(field => name === field || name.startsWith(`${field}.`)),
  )
  const isOpen = isChosenOpen || (form.showsAll && isWrong)
  if (!group.fieldIds.some(name => name in form.shown)) return null
  return (
    <section className="form-group">
      <h3>
        <button
          type="button"
          className="form-group-button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronRightIcon aria-hidden="true" />
          {group.label}
        </button>
      </h3>
      <div className="form-group-body" id={id} hidden={!isOpen}>
        {group.description && <p className="quiet">{group.description}</p>}
        <Questions form={form} names={group.fieldIds} />
      </div>
    </section>
  )
}
