/** An email address. In a narrow place it wraps before its @, and elsewhere only if even that is too long. */
export function Email({ address }: { readonly address: string }) {
  const at = address.lastIndexOf('@');
  return (
    <span translate="no">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  );
}
