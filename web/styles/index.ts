/** The styles that every screen stands on, in the order of their layers. */
import './layers.css'
import './tokens.css'
import './fonts.css'
import './reset.css'
import './base.css'
import './controls.css'
import './page.css'
import './print.css'
