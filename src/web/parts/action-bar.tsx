import { ChevronDown } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { isPublicPage } from '#contract/public-pages'
import type { AvailableAction, Resource } from '#contract/resource'
import { LinkMenu } from './link-menu.tsx'
import { onMenu } from './on-menu.ts'
import { SiteLink } from './site-link.tsx'

/** The address that opens an action's form on this page: on the subject of the page, or on the one named. */
const useActionAddress = () => {
  const { pathname, search } = useLocation()
  return (action: AvailableAction, self?: string): string => {
    if (action.navigatesTo) return action.navigatesTo
    const params = new URLSearchParams(search)
    params.set('action', action.id)
    if (self) params.set('subject', self.replace(/^\/api\//, ''))
    else params.delete('subject')
    return `${pathname}?${params.toString().replaceAll('%2F', '/')}`
  }
}

/** Why it cannot be done yet, and the step that helps, or where to see when it can be. */
const noteOf = ({ missing, helpedBy }: AvailableAction): string => {
  const help = helpedBy && (isPublicPage(helpedBy.link) ? helpedBy.label : `First: ${helpedBy.label}`)
  return [`Not yet: ${missing}`, ...(help ? [help] : [])].join('. ')
}

const isOpen = ({ missing }: AvailableAction): boolean => missing === undefined

/**
 * What may be done: the first actions as buttons, the others in a menu, last in it what cannot be done yet with the reason
 * and a way to the step that helps. Give `self` where it is not the page's own subject.
 */
export const ActionBar = ({
  actions: all,
  self,
  known,
  first = 2,
  primary = true,
}: {
  actions: readonly AvailableAction[]
  self?: string
  /** What the page knows of the answers. */
  known?: object
  first?: number
  primary?: boolean
}) => {
  const addressOf = useActionAddress()
  const actions = onMenu(all)
  if (actions.length === 0) return null
  const open = actions.filter(isOpen)
  const buttons = first > 0 && actions.length <= first + 1 ? open : open.slice(0, first)
  const others = [...open.slice(buttons.length), ...actions.filter(action => !isOpen(action))]
  return (
    <div className="action-bar">
      {buttons.map((action, at) => (
        <Link
          key={action.id}
          className={at === 0 && primary ? 'button button-primary' : 'button'}
          to={addressOf(action, self)}
          state={known && { known }}
          preventScrollReset
          data-action={action.id}
        >
          {action.label}
        </Link>
      ))}
      {others.length > 0 && (
        <ActionMenu label={buttons.length > 0 ? 'More actions' : 'Actions'} actions={others} self={self} />
      )}
    </div>
  )
}

/** Actions in a menu, for rows of tables and for what does not fit in the bar. */
const ActionMenu = ({
  label,
  actions,
  self,
  small = false,
}: {
  label: string
  actions: readonly AvailableAction[]
  self?: string
  small?: boolean
}) => {
  const addressOf = useActionAddress()
  if (actions.length === 0) return null
  return (
    <LinkMenu
      align="end"
      buttonClass={small ? 'button button-small' : 'button'}
      button={
        <>
          {label}
          <ChevronDown aria-hidden="true" />
        </>
      }
      links={actions.map(action =>
        isOpen(action)
          ? {
              to: addressOf(action, self),
              label: action.label,
              preventScrollReset: true,
              'data-action': action.id,
            }
          : {
              to: action.helpedBy?.link,
              label: action.label,
              note: noteOf(action),
              preventScrollReset: true,
            },
      )}
    />
  )
}

/** The actions of a resource that is shown on a page about something else. */
export const ResourceActions = ({ resource, label = 'Actions' }: { resource: Resource; label?: string }) => (
  <ActionMenu small label={label} actions={onMenu(resource.actions)} self={resource.links.self} />
)

/** The button that ends an empty state; where it cannot be pressed yet, why, and the step that helps. */
export const Door = ({
  action,
  self,
  known,
}: {
  action: AvailableAction | undefined
  self?: string
  /** What the page knows of the answers. */
  known?: object
}) => {
  const addressOf = useActionAddress()
  if (!action) return null
  if (isOpen(action))
    return (
      <Link
        className="button button-primary"
        to={addressOf(action, self)}
        state={known && { known }}
        preventScrollReset
        data-action={action.id}
      >
        {action.label}
      </Link>
    )
  return (
    <>
      <p>
        {action.label}: not possible yet. {action.missing}.
      </p>
      {action.helpedBy && (
        <SiteLink className="button button-primary" to={action.helpedBy.link} preventScrollReset>
          {action.helpedBy.label}
        </SiteLink>
      )}
    </>
  )
}
