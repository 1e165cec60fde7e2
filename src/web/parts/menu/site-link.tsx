import { Link, type LinkProps } from 'react-router'
import { isPublicPage } from '#contract/public/public-pages'

/**
 * Link within the site, to a page of the browser application or to a public page, which the browser loads.
 */
export const SiteLink = (props: LinkProps & { to: string }) => (
  <Link {...props} reloadDocument={isPublicPage(props.to)} />
)
