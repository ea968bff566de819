import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { type InputHTMLAttributes, useState } from 'react'
import styles from './PasswordInput.module.css'

type PasswordInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  /** What the button beside it shows and hides. */
  of?: string
}

/** A password with a button that shows what was typed. */
export function PasswordInput({ of = 'contraseña', ...input }: PasswordInputProps) {
  const [shown, setShown] = useState(false)
  return (
    <div className={styles.box}>
      <input {...input} className="input input--ended" type={shown ? 'text' : 'password'} maxLength={200} />
      <button type="button" aria-label={`${shown ? 'Ocultar' : 'Mostrar'} ${of}`} onClick={() => setShown(!shown)}>
        {shown ? <IconEyeOff size={20} aria-hidden /> : <IconEye size={20} aria-hidden />}
      </button>
    </div>
  )
}
