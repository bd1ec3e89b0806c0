import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Notice } from '../../components/Notice';
import { AuthLayout } from './AuthLayout';

type Props = { address: string; children: ReactNode };

export function CheckMail({ address, children }: Props) {
  return (
    <AuthLayout title="Check your mail" footer={<Link to="/sign-in">Back to sign in</Link>}>
      <Notice kind="success">
        We have written to <b>{address}</b>. {children}
      </Notice>
    </AuthLayout>
  );
}
