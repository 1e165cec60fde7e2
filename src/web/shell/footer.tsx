import { responsible } from '#domain/brand'
import { brand, letterToMarket } from './brand.ts'

/** The foot of every page. */
export const Footer = () => (
  <footer className="site-footer">
    <div className="wide">
      <p className="tagline">{brand.tagline}</p>
      <a href={letterToMarket()}>Contact us</a>
      <a href="/accessibility">Accessibility</a>
      <a href="/privacy">Privacy</a>
      <a href="/terms">Terms</a>
      <p>
        © {brand.year} {responsible(brand)}
        {brand.isDemonstration && '. A demonstration: people, projects and prices are made up'}
      </p>
    </div>
  </footer>
)
