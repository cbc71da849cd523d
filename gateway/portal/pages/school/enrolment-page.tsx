import { useAddress } from '../../components/beside.ts';
  const { id = '' } = useAddress();
