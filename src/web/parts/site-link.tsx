import { Link, type LinkProps } from 'react-router'
import { isPublicPage } from '#contract/public-pages'

/** A link within the site: to a page of the browser application, or to a public one, which is loaded. */
export const SiteLink = (props: LinkProps & { to: string }) => (
  <Link {...props} reloadDocument={isPublicPage(props.to)} />
)
