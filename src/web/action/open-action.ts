import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { ActionLink } from '#contract/form'

/** Which action is open: its name, the path of its subject without `/api/`, and the wizard it is a step of. */
export interface OpenAction {
  id: string
  on: string
  wizard: string | null
}

/** Where the form of an action is asked and answered. */
export const formUrl = ({ id, on, wizard }: OpenAction): string =>
  `/api/${on}/action/${id}${wizard ? `?wizard=${encodeURIComponent(wizard)}` : ''}`

const LINK = /^(?:\/api)?\/(.+)\/action\/([^/?]+)(?:\?(.*))?$/

/** The action that a link of the server names; a link to a mere subject is taken with the action's own name. */
export const actionAt = ({ id, links }: ActionLink): OpenAction => {
  const [, on, name, search] = LINK.exec(links.self) ?? []
  if (!on || !name) return { id, on: links.self.replace(/^\/api\//, ''), wizard: null }
  return { id: name, on, wizard: new URLSearchParams(search).get('wizard') }
}

/** The open action lives in the address: `?action=SetCosts`, on the page's own subject unless `subject` names another. */
export const useOpenAction = (pageSubject: string | null) => {
  const [search] = useSearchParams()
  const { pathname, state }: { pathname: string; state: unknown } = useLocation()
  const navigate = useNavigate()
  const id = search.get('action')
  const on = search.get('subject') ?? pageSubject

  const go = (next: OpenAction | null) => {
    const params = new URLSearchParams(search)
    for (const name of ['action', 'subject', 'wizard']) params.delete(name)
    if (next) {
      params.set('action', next.id)
      params.set('subject', next.on)
      if (next.wizard) params.set('wizard', next.wizard)
    }
    const address = { pathname, search: params.toString().replaceAll('%2F', '/') }
    void navigate(address, { replace: true, state, preventScrollReset: true })
  }
  return {
    open: id && on ? { id, on, wizard: search.get('wizard') } : null,
    show: (next: OpenAction) => go(next),
    close: () => go(null),
  }
}
