import { copyright } from '#domain/brand'
import { FOOTER_LINKS } from '#contract/public-pages'
import { SiteLink } from '../parts/site-link.tsx'
import { brand, letterToMarket } from './brand.ts'

/** The footer of every page, as the public pages have it. */
export const Footer = () => (
  <footer className="site-footer">
    <div className="wide">
      <p className="tagline">{brand.tagline}</p>
      <ul className="site-foot-links">
        {FOOTER_LINKS.map(({ to, label }) => (
          <li key={to}>
            <SiteLink to={to}>{label}</SiteLink>
          </li>
        ))}
        <li>
          <a href={letterToMarket()}>Contact us</a>
        </li>
      </ul>
      <p>{copyright(brand, brand.isDemonstration)}</p>
    </div>
  </footer>
)
