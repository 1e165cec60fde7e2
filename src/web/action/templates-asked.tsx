import type { Action } from '#actions/kit/action'
import { templateLink } from '#contract/registration'
import { templateFor } from '#domain/document-template'
import { Templates } from '../parts/templates.tsx'

/** The templates of what a form asks to be filed, if there are any. */
export const TemplatesAsked = ({
  action: { on, fields },
  subjectId,
}: {
  action: Action
  subjectId: unknown
}) => {
  if ((on !== 'project' && on !== 'requirement') || typeof subjectId !== 'string') return null
  const asked = Object.values(fields).flatMap(({ tag }) => templateFor(tag) ?? [])
  return asked.length > 0 ? (
    <Templates templates={asked.map(template => templateLink(template, on, subjectId))} />
  ) : null
}
